int shared(void) { return 1; } int data = 3; int none[10]; const int constant = 5; __attribute__((weak)) int weak; extern int other;
int user(void) { return other; } __thread int local;
