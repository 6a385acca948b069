/* The program that the Makefiles build: words of its arguments, counted and sorted. */
#include "words.h"

static int longest;
const char *const titles[] = {"words", "letters", "mean"};

static inline double mean(unsigned letters, unsigned words) { return words ? (double)letters / words : 0.0; }

int main(int count, char **arguments) {
  struct list list = {{{0, 0}}, 0};
  unsigned letters = 0;
  for (int index = 1; index < count; ++index) {
    unsigned length = length_of(arguments[index]);
    if (length > (unsigned)longest)
      longest = (int)length;
    letters += length;
    add(&list, arguments[index], length);
  }
  sort(&list);
  switch (classify(letters)) {
  case FEW:
    return 0;
  case SOME:
    return (int)mean(letters, list.count);
  default:
    return titles[1][0] + longest;
  }
}
