/* SPDX-License-Identifier: MIT */
/* Processors without a file of their own; os/arch.h says what each name is for. */
#ifndef GY_OS_ARCH_ANY_H
#define GY_OS_ARCH_ANY_H

#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <ucontext.h>

#define GY_ARCH_COUNTER 0
#define GY_ARCH_STORES_IN_ORDER 0

static inline uint64_t gy_arch_counter(void) { return 0; }

static inline void gy_arch_pause(void) { __asm__ __volatile__("" ::: "memory"); }

static inline const void *gy_arch_address(const ucontext_t *context) {
  (void)context;
  return NULL;
}

static inline pid_t gy_arch_clone(int (*function)(void *), char *top, int flags, void *arg) {
  return clone(function, top, flags, arg);
}

#endif
