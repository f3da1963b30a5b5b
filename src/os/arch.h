/* SPDX-License-Identifier: MIT */
/*
 * What differs from one processor architecture to the next. Each has a file, arch_NAME.h, that
 * defines the same names; nothing else in the library asks which processor it is built for.
 *
 *   GY_ARCH_COUNTER          1 if gy_arch_counter() reads a counter that ticks at a steady rate
 *   gy_arch_counter()        that counter; 0 without one
 *   GY_ARCH_STORES_IN_ORDER  1 if other processors see two stores in the order of the program
 *   gy_arch_pause()          tells the processor that this is a wait: it yields to its sibling
 *   gy_arch_address(c)       where the thread was when a signal with this context came, or NULL
 *   gy_arch_clone(...)       clone(2): FUNCTION(ARG) runs in the child, on the stack below TOP, and
 *                            must not return
 */
#ifndef GY_OS_ARCH_H
#define GY_OS_ARCH_H

#include <stdint.h>

#if UINTPTR_MAX != UINT64_MAX
#error "libgyre needs a 64-bit system: pointers of 32 bits are not supported"
#endif

#if defined(__x86_64__)
#include "os/arch_x86_64.h"
#elif defined(__aarch64__)
#include "os/arch_arm64.h"
#else
#include "os/arch_any.h"
#endif

#endif
