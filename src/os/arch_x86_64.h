/* SPDX-License-Identifier: MIT */
/* x86_64; os/arch.h says what each name is for. */
#ifndef GY_OS_ARCH_X86_64_H
#define GY_OS_ARCH_X86_64_H

#include <errno.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <ucontext.h>

#define GY_ARCH_COUNTER 1
#define GY_ARCH_STORES_IN_ORDER 1

static inline uint64_t gy_arch_counter(void) { return __builtin_ia32_rdtsc(); }

static inline void gy_arch_pause(void) { __builtin_ia32_pause(); }

static inline const void *gy_arch_address(const ucontext_t *context) {
  return (const void *)context->uc_mcontext.gregs[REG_RIP]; /* NOLINT */
}

/* Not the C library's clone: ThreadSanitizer replaces that one, and treats the child as one with
 * its own memory. */
static inline pid_t gy_arch_clone(int (*function)(void *), char *top, int flags, void *arg) {
  void **stack = (void **)top;
  *--stack = (void *)function;
  *--stack = arg;
  register long r10 __asm__("r10") = 0;
  register long r8 __asm__("r8") = 0;
  long result;
  __asm__ volatile("syscall\n\t"
                   "test %%rax, %%rax\n\t"
                   "jnz 1f\n\t"
                   "xor %%ebp, %%ebp\n\t"
                   "pop %%rdi\n\t"
                   "pop %%rax\n\t"
                   "call *%%rax\n\t"
                   "ud2\n"
                   "1:"
                   : "=a"(result)
                   : "a"((long)SYS_clone), "D"((long)flags), "S"(stack), "d"(0L), "r"(r10), "r"(r8)
                   : "rcx", "r11", "memory", "cc");
  if (result < 0) {
    errno = (int)-result;
    return -1;
  }
  return (pid_t)result;
}

#endif
