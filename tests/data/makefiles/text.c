#include "words.h"

#ifndef LIMIT
#define LIMIT 10
#endif

__attribute__((noinline)) unsigned length_of(const char *text) {
  const char *end = text;
  while (*end)
    ++end;
  return (unsigned)(end - text);
}

enum class classify(unsigned letters) { return letters < LIMIT ? FEW : letters < 100 * LIMIT ? SOME : MANY; }

__attribute__((weak)) float unused(float x) { return x * 1.5f + 0.1f; }
