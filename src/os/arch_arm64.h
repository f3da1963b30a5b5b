/* SPDX-License-Identifier: MIT */
/* arm64; os/arch.h says what each name is for. */
#ifndef GY_OS_ARCH_ARM64_H
#define GY_OS_ARCH_ARM64_H

#include <errno.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <ucontext.h>

#define GY_ARCH_COUNTER 0
#define GY_ARCH_STORES_IN_ORDER 0

static inline uint64_t gy_arch_counter(void) { return 0; }

/* "yield" does nothing on most cores; an instruction barrier takes about the right time. */
static inline void gy_arch_pause(void) { __asm__ __volatile__("isb" ::: "memory"); }

static inline const void *gy_arch_address(const ucontext_t *context) {
  return (const void *)context->uc_mcontext.pc; /* NOLINT */
}

/* Not the C library's clone, for the reason in arch_x86_64.h. */
static inline pid_t gy_arch_clone(int (*function)(void *), char *top, int flags, void *arg) {
  void **stack = (void **)top;
  *--stack = (void *)function;
  *--stack = arg;
  register long x8 __asm__("x8") = SYS_clone;
  register long x0 __asm__("x0") = flags;
  register void **x1 __asm__("x1") = stack;
  register long x2 __asm__("x2") = 0;
  register long x3 __asm__("x3") = 0;
  register long x4 __asm__("x4") = 0;
  __asm__ volatile("svc #0\n\t"
                   "cbnz x0, 1f\n\t"
                   "mov x29, #0\n\t"
                   "ldp x0, x1, [sp], #16\n\t"
                   "blr x1\n\t"
                   "brk #1\n"
                   "1:"
                   : "+r"(x0)
                   : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4)
                   : "memory", "cc");
  if (x0 < 0) {
    errno = (int)-x0;
    return -1;
  }
  return (pid_t)x0;
}

#endif
