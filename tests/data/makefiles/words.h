enum class { FEW, SOME, MANY };

struct word {
  const char *text;
  unsigned length;
};

struct list {
  struct word words[64];
  unsigned count;
};

unsigned length_of(const char *text);
enum class classify(unsigned letters);
void add(struct list *list, const char *text, unsigned length);
void sort(struct list *list);
