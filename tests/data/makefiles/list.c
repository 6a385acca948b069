#include "words.h"

static unsigned added;

static int before(const struct word *one, const struct word *other) {
  return one->length != other->length ? one->length < other->length : one->text < other->text;
}

void add(struct list *list, const char *text, unsigned length) {
  if (list->count < sizeof list->words / sizeof *list->words) {
    struct word *word = &list->words[list->count++];
    word->text = text;
    word->length = length;
    ++added;
  }
}

void sort(struct list *list) {
  for (unsigned i = 1; i < list->count; ++i) {
    struct word word = list->words[i];
    unsigned j = i;
    for (; j && before(&word, &list->words[j - 1]); --j)
      list->words[j] = list->words[j - 1];
    list->words[j] = word;
  }
}
