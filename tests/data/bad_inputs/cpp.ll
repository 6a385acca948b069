#include <vector>

int main() { return std::vector<int>().size(); }
