/* SPDX-License-Identifier: MIT */
/* The start of a program runs much of the engine's code once. Each page of it counts as the
 * process's memory, and with it 64 kB around, although all processes share them. So when the
 * program has started its file's pages are given back, and those that are needed again come back
 * by themselves, from the kernel's cache. */
#include <link.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/api.h"
#include "engine/engine.h"
#include "engine/prepared.h"

static void rest(uintptr_t from, uintptr_t to) {
  if (from < to) {
    madvise((void *)from, to - from, MADV_DONTNEED);
  }
}

/* Pages that were written to would lose that: those with fences (fences.c). Constants stay, of
 * which texts.c may have edited some. */
static void rest_segment(uintptr_t from, uintptr_t to, uintptr_t page) {
  for (uintptr_t fence = gj_fences_next(from); fence < to; fence = gj_fences_next(from)) {
    rest(from, fence / page * page);
    from = (fence + GJ_FENCE + page - 1) / page * page;
  }
  rest(from, to);
}

static int rest_library(struct dl_phdr_info *info, size_t size, void *arg) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t function = (uintptr_t)arg;
  bool is_engine = false;
  (void)size;
  for (size_t i = 0; i < info->dlpi_phnum; i++) {
    uintptr_t start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    is_engine = is_engine || (info->dlpi_phdr[i].p_type == PT_LOAD && function >= start &&
                              function - start < info->dlpi_phdr[i].p_memsz);
  }
  for (size_t i = 0; is_engine && i < info->dlpi_phnum; i++) {
    uintptr_t start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags == (PF_R | PF_X)) {
      rest_segment((start + page - 1) / page * page,
                   (start + info->dlpi_phdr[i].p_filesz) / page * page, page);
    }
  }
  return is_engine;
}

static void rest_engine(void) {
  dl_iterate_phdr(rest_library, (void *)(uintptr_t)JSEvaluateScript);
}

void gj_engine_rest(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, rest_engine);
}
