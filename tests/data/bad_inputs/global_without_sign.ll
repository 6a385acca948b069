define void main() {
  ret void
}
