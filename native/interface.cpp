// Which interface this library speaks: one that was built from older sources is not loaded.
#include "accord.h"

int32_t accord_interface() { return 13; }
