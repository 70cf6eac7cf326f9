// The plain C interface of the core, loaded with ctypes by src/accord/native.
//
// Arrays belong to the caller, who has checked every size and every index; the core allocates
// nothing that outlives a call. No exception leaves it: a function returns 0, or one of these.
#pragma once
#include <cstdint>

#if defined(_WIN32)
#define ACCORD_API extern "C" __declspec(dllexport)
#else
#define ACCORD_API extern "C" __attribute__((visibility("default")))
#endif

enum : int32_t { ACCORD_DONE = 0, ACCORD_STOPPED = 1, ACCORD_NO_MEMORY = 2, ACCORD_BAD_SIZE = 3 };

// To be raised with every change of a signature; the loader takes no other (INTERFACE there).
ACCORD_API int32_t accord_interface();
