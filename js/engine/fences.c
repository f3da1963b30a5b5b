/* SPDX-License-Identifier: MIT */
/* The engine compiles on threads of their own. Before a thread runs code that another one has made,
 * it executes CPUID, twice for each function: of the instructions that make a processor forget what
 * it has read ahead it is the oldest. On a virtual machine each CPUID goes to the hypervisor. Where
 * that takes 8 us, tsc, webpack and prettier took 5 % longer for it (docs/performance.md).
 *
 * SERIALIZE does only what is meant here, and so does MFENCE on AMD's processors; no hypervisor
 * sees them. Where the processor has one of them, it takes CPUID's place in the memory of the
 * prepared engine, before the engine starts and while the process has one thread. The file stays
 * the same for all processors; it has a list of the places, which is made with it. */
#include <string.h>
#include <sys/mman.h>

#include "engine/memory.h"
#include "engine/prepared.h"
#include "engine/private.h"

enum { FENCE = GJ_FENCE, LONGEST = 3, PAGE = 4096 };

/* process: set before the engine starts; in the order of their addresses */
static uintptr_t places[GJ_FENCES_MOST];
static size_t replaced; /* process: the same */

#ifdef __x86_64__
#include <sys/platform/x86.h>

static const uint8_t cpuid[FENCE] = {0x31, 0xc0, 0x0f, 0xa2};     /* xor %eax, %eax; cpuid */
static const uint8_t serialize[FENCE] = {0x0f, 0x01, 0xe8, 0x90}; /* serialize; nop */
static const uint8_t mfence[FENCE] = {0x0f, 0xae, 0xf0, 0x90};    /* mfence; nop */

/* CPUID also has results. What follows a fence of the known builds (2.50, 2.52, 2.54) does not look
 * at them; a place that is followed by something else stays as it is. */
static bool is_fence(const uint8_t *at) {
  static const uint8_t after[][LONGEST] = {
      {0x48, 0x8b, 0x7f}, {0x48, 0x8b, 0x05},                     /* mov MEMORY, REGISTER */
      {0x49, 0x8b, 0xbe}, {0x41, 0xc6, 0x45}, {0x41, 0xc6, 0x44}, /* movb CONSTANT, MEMORY */
      {0x80, 0xbe, 0x00}, {0x5b, 0xc3, 0x00}};                    /* cmpb; pop, ret */
  bool is_known = false;
  for (size_t i = 0; i < sizeof(after) / sizeof(*after) && !is_known; i++) {
    is_known = memcmp(at + FENCE, after[i], after[i][2] == 0 ? 2 : LONGEST) == 0;
  }
  return is_known && memcmp(at, cpuid, FENCE) == 0;
}

void gj_fences_list(const uint8_t *code, size_t size, uint64_t address, gj_fences *fences) {
  const uint8_t *end = code + size;
  const uint8_t *at = code;
  while (fences->count < GJ_FENCES_MOST &&
         (at = memmem(at, (size_t)(end - at), cpuid, FENCE)) != NULL) {
    uint64_t place = address + (uint64_t)(at - code);
    if (end - at >= FENCE + LONGEST && is_fence(at)) {
      fences->at[fences->count++] = place;
    }
    at++;
  }
}

/* What the C library has found out: asking the processor would be a CPUID again. AMD's have SSE4A,
 * others never had. */
static const uint8_t *better(void) {
  return CPU_FEATURE_ACTIVE(SERIALIZE) ? serialize : CPU_FEATURE_PRESENT(SSE4A) ? mfence : NULL;
}

static void write_all(uintptr_t base, const gj_fences *fences, const uint8_t *instruction) {
  for (size_t i = 0; i < fences->count; i++) {
    uint8_t *at = (uint8_t *)base + fences->at[i];
    if (is_fence(at)) {
      memcpy(at, instruction, FENCE);
      places[replaced++] = (uintptr_t)at;
    }
  }
}

/* A system may forbid to run code that was written to. Then the pages are the file's again. */
void gj_fences_replace(uintptr_t base, const gj_fences *fences, int file) {
  const uint8_t *instruction = better();
  if (instruction == NULL || fences->count == 0 || !gj_private_wants(GJ_PART_fences)) {
    return;
  }
  uint64_t from = fences->at[0] / PAGE * PAGE;
  size_t size = fences->at[fences->count - 1] + FENCE - from;
  void *pages = (void *)(base + from);
  if (mprotect(pages, size, PROT_READ | PROT_WRITE) != 0) {
    return;
  }
  write_all(base, fences, instruction);
  if (mprotect(pages, size, PROT_READ | PROT_EXEC) != 0) {
    replaced = 0;
    if (mmap(pages, size, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED, file, (off_t)from) !=
        pages) {
      gj_memory_fatal("the JavaScript engine's code cannot be mapped again");
    }
  }
}

#else

void gj_fences_list(const uint8_t *code, size_t size, uint64_t address, gj_fences *fences) {
  (void)code, (void)size, (void)address, (void)fences;
}

void gj_fences_replace(uintptr_t base, const gj_fences *fences, int file) {
  (void)base, (void)fences, (void)file;
}

#endif

uintptr_t gj_fences_next(uintptr_t from) {
  size_t i = 0;
  while (i < replaced && places[i] < from) {
    i++;
  }
  return i < replaced ? places[i] : UINTPTR_MAX;
}

bool gj_fences_sample(gj_context js) {
  (void)js;
  return replaced != 0;
}
