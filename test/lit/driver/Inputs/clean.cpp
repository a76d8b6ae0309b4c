int clean();
int clean() { return 0; }
