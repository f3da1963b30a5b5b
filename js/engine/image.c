/* SPDX-License-Identifier: MIT */
/* Where the engine's library is in memory. */
#include <dlfcn.h>
#include <link.h>

#include "engine/private.h"

typedef struct {
  uintptr_t symbol;
  gj_image *image;
} gj_search;

bool gj_image_within(const gj_range *range, uintptr_t address, size_t size) {
  return address >= range->begin && address < range->end && range->end - address >= size;
}

/* Constants are the read-only segments, without the names at the beginning of the file. */
static int look_at_object(struct dl_phdr_info *info, size_t size, void *arg) {
  gj_search *search = arg;
  gj_image image = {{0, 0}, {0, 0}, {{0, 0}}};
  int count = 0;
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    uintptr_t begin = info->dlpi_addr + segment->p_vaddr;
    gj_range range = {begin, begin + segment->p_memsz};
    if (segment->p_type != PT_LOAD) {
      continue;
    }
    if ((segment->p_flags & PF_X) != 0) {
      image.code = range;
    } else if ((segment->p_flags & PF_W) == 0 && segment->p_offset != 0) {
      image.constants = range;
    } else if ((segment->p_flags & PF_W) != 0 && count < GJ_IMAGE_DATA) {
      image.data[count++] = range;
    }
  }
  *search->image = image;
  return gj_image_within(&image.code, search->symbol, 1);
}

bool gj_image_find(gj_image *image) {
  gj_search search = {(uintptr_t)dlsym(RTLD_DEFAULT, "JSEvaluateScript"), image};
  return search.symbol != 0 && dl_iterate_phdr(look_at_object, &search) != 0;
}
