/* SPDX-License-Identifier: MIT */
/* Functions of libraries that the prepared engine opens when it first calls one of them
 * (prepared.h). Each has an entry here, to which the engine's calls are bound; the entry goes to
 * the function, which is looked up the first time. It leaves all arguments as they are, whatever
 * the function's type. A function that cannot be found ends the process with a line that says
 * which. */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#include "engine/memory.h"
#include "engine/prepared.h"

/* process: set once, before the engine starts */
static struct {
  uintptr_t base;
  const gj_later *list;
  uint64_t count;
} later;

void gj_later_start(uintptr_t base, const gj_later *list, uint64_t count) {
  later.base = base;
  later.list = list;
  later.count = count;
}

static const char *text_at(uint64_t address) { return (const char *)later.base + address; }

static void *open_library(void *name) { return dlopen(name, RTLD_LAZY | RTLD_LOCAL); }

/* With descriptors of its own, of which one is closed. */
static void *open_apart(void *name) {
  return unshare(CLONE_FILES) == 0 && close(0) == 0 ? open_library(name) : NULL;
}

/* Also when the process has no descriptor left. */
static void *open_anyway(const char *name) {
  void *library = open_library((void *)name);
  int spare = library == NULL ? dup(0) : -1;
  pthread_t thread;
  if (library == NULL && spare < 0 && errno == EMFILE &&
      pthread_create(&thread, NULL, open_apart, (void *)name) == 0) {
    pthread_join(thread, &library);
  }
  if (spare >= 0) {
    close(spare);
  }
  return library;
}

static void *look_up(uint64_t index) {
  const gj_later *one = &later.list[index];
  void *library = open_anyway(text_at(one->library));
  return library == NULL ? NULL : dlsym(library, text_at(one->function));
}

bool gj_later_resolve_all(void) {
  for (uint64_t i = 0; i < later.count; i++) {
    if (look_up(i) == NULL) {
      fprintf(stderr, "gyre: %s\n", dlerror());
      return false;
    }
  }
  return true;
}

#ifdef __x86_64__
/* Where the functions are, by number; NULL: not looked up yet. */
__attribute__((used)) static void *_Atomic targets[GJ_LATER_MOST];

__attribute__((used)) static void *find_target(uint64_t index) {
  int before = errno;
  void *found = index < later.count ? look_up(index) : NULL;
  if (found == NULL) {
    char line[512];
    const char *reason = dlerror();
    snprintf(line, sizeof(line), "the JavaScript engine needs %s: %s",
             index < later.count ? text_at(later.list[index].function) : "a function",
             reason == NULL ? "there is none" : reason);
    gj_memory_fatal(line);
  }
  atomic_store_explicit(&targets[index], found, memory_order_release);
  errno = before;
  return found;
}

/* r10 and r11 belong to nobody at the beginning of a function. All others that may have an argument
 * are kept: al has the number of vector registers of a function with "...". */
#define STRING_(text) #text
#define STRING(text) STRING_(text)
__asm__(".text\n"
        ".p2align 4\n"
        ".globl gyre_engine_later\n"
        ".type gyre_engine_later, @function\n"
        "gyre_engine_later:\n"
        ".cfi_startproc\n"
        "index = 0\n"
        ".rept " STRING(GJ_LATER_MOST) "\n"
                                       "  .p2align 4\n"
                                       "  endbr64\n"
                                       "  movl $index, %r11d\n"
                                       "  jmp go_on\n"
                                       "  index = index + 1\n"
                                       ".endr\n"
                                       ".cfi_endproc\n"
                                       ".size gyre_engine_later, . - gyre_engine_later\n"
                                       ".p2align 4\n"
                                       ".type go_on, @function\n"
                                       "go_on:\n"
                                       ".cfi_startproc\n"
                                       "  leaq targets(%rip), %r10\n"
                                       "  movq (%r10,%r11,8), %r10\n"
                                       "  testq %r10, %r10\n"
                                       "  je 1f\n"
                                       "  jmp *%r10\n"
                                       "1:\n"
                                       "  pushq %rbp\n"
                                       ".cfi_adjust_cfa_offset 8\n"
                                       ".cfi_rel_offset %rbp, 0\n"
                                       "  movq %rsp, %rbp\n"
                                       ".cfi_def_cfa_register %rbp\n"
                                       "  subq $192, %rsp\n"
                                       "  movq %rdi, (%rsp)\n"
                                       "  movq %rsi, 8(%rsp)\n"
                                       "  movq %rdx, 16(%rsp)\n"
                                       "  movq %rcx, 24(%rsp)\n"
                                       "  movq %r8, 32(%rsp)\n"
                                       "  movq %r9, 40(%rsp)\n"
                                       "  movq %rax, 48(%rsp)\n"
                                       "  movaps %xmm0, 64(%rsp)\n"
                                       "  movaps %xmm1, 80(%rsp)\n"
                                       "  movaps %xmm2, 96(%rsp)\n"
                                       "  movaps %xmm3, 112(%rsp)\n"
                                       "  movaps %xmm4, 128(%rsp)\n"
                                       "  movaps %xmm5, 144(%rsp)\n"
                                       "  movaps %xmm6, 160(%rsp)\n"
                                       "  movaps %xmm7, 176(%rsp)\n"
                                       "  movq %r11, %rdi\n"
                                       "  call find_target\n"
                                       "  movq %rax, %r10\n"
                                       "  movq (%rsp), %rdi\n"
                                       "  movq 8(%rsp), %rsi\n"
                                       "  movq 16(%rsp), %rdx\n"
                                       "  movq 24(%rsp), %rcx\n"
                                       "  movq 32(%rsp), %r8\n"
                                       "  movq 40(%rsp), %r9\n"
                                       "  movq 48(%rsp), %rax\n"
                                       "  movaps 64(%rsp), %xmm0\n"
                                       "  movaps 80(%rsp), %xmm1\n"
                                       "  movaps 96(%rsp), %xmm2\n"
                                       "  movaps 112(%rsp), %xmm3\n"
                                       "  movaps 128(%rsp), %xmm4\n"
                                       "  movaps 144(%rsp), %xmm5\n"
                                       "  movaps 160(%rsp), %xmm6\n"
                                       "  movaps 176(%rsp), %xmm7\n"
                                       "  leave\n"
                                       ".cfi_def_cfa %rsp, 8\n"
                                       ".cfi_restore %rbp\n"
                                       "  jmp *%r10\n"
                                       ".cfi_endproc\n"
                                       ".size go_on, . - go_on\n");
#endif
