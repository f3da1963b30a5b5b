/* SPDX-License-Identifier: MIT */
#include "engine/build.h"

#include <link.h>
#include <string.h>

typedef struct {
  uintptr_t address; /* of a function of the engine */
  uint8_t *build;
  bool found;
} gj_search;

static void read_notes(const uint8_t *at, const uint8_t *end, gj_search *search) {
  while (at + sizeof(ElfW(Nhdr)) <= end) {
    ElfW(Nhdr) note;
    memcpy(&note, at, sizeof(note));
    const uint8_t *name = at + sizeof(note);
    const uint8_t *bytes = name + (note.n_namesz + 3) / 4 * 4;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && memcmp(name, "GNU", 4) == 0 &&
        note.n_descsz <= GJ_BUILD) {
      memcpy(search->build, bytes, note.n_descsz);
      search->found = true;
    }
    at = bytes + (note.n_descsz + 3) / 4 * 4;
  }
}

static int look_at(struct dl_phdr_info *info, size_t size, void *arg) {
  gj_search *search = arg;
  bool is_engine = false;
  (void)size;
  for (size_t i = 0; i < info->dlpi_phnum; i++) {
    uintptr_t start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    is_engine = is_engine || (info->dlpi_phdr[i].p_type == PT_LOAD && search->address >= start &&
                              search->address - start < info->dlpi_phdr[i].p_memsz);
  }
  for (size_t i = 0; is_engine && i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type == PT_NOTE) {
      const uint8_t *start = (const uint8_t *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
      read_notes(start, start + info->dlpi_phdr[i].p_memsz, search);
    }
  }
  return is_engine;
}

bool gj_build_find(uintptr_t function, uint8_t build[GJ_BUILD]) {
  gj_search search = {function, build, false};
  memset(build, 0, GJ_BUILD);
  dl_iterate_phdr(look_at, &search);
  return search.found;
}

bool gj_build_in_file(const uint8_t *bytes, size_t size, uint8_t build[GJ_BUILD]) {
  gj_search search = {0, build, false};
  ElfW(Ehdr) head;
  memset(build, 0, GJ_BUILD);
  memcpy(&head, bytes, size < sizeof(head) ? 0 : sizeof(head));
  if (size < sizeof(head) || memcmp(head.e_ident, ELFMAG, SELFMAG) != 0) {
    return false;
  }
  for (size_t i = 0; i < head.e_phnum; i++) {
    ElfW(Phdr) part;
    size_t at = head.e_phoff + i * sizeof(part);
    if (at > size || size - at < sizeof(part)) {
      break;
    }
    memcpy(&part, bytes + at, sizeof(part));
    if (part.p_type == PT_NOTE && part.p_offset <= size && part.p_filesz <= size - part.p_offset) {
      read_notes(bytes + part.p_offset, bytes + part.p_offset + part.p_filesz, &search);
    }
  }
  return search.found;
}
