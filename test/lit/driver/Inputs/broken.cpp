#include "not-there.h"
int broken(
