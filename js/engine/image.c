/* SPDX-License-Identifier: MIT */
/* Where the engine's library lies in memory. */
#include <dlfcn.h>
#include <link.h>

#include "engine/private.h"

typedef struct {
  uintptr_t symbol;
  gy_image *image;
} gy_search;

bool gy_image_within(const gy_range *range, uintptr_t address, size_t size) {
  return address >= range->begin && address < range->end && range->end - address >= size;
}

/* Constants are what is only read, but for the names at the beginning of the file. */
static int look_at_object(struct dl_phdr_info *info, size_t size, void *arg) {
  gy_search *search = arg;
  gy_image image = {{0, 0}, {0, 0}, {{0, 0}}};
  int count = 0;
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    uintptr_t begin = info->dlpi_addr + segment->p_vaddr;
    gy_range range = {begin, begin + segment->p_memsz};
    if (segment->p_type != PT_LOAD) {
      continue;
    }
    if ((segment->p_flags & PF_X) != 0) {
      image.code = range;
    } else if ((segment->p_flags & PF_W) == 0 && segment->p_offset != 0) {
      image.constants = range;
    } else if ((segment->p_flags & PF_W) != 0 && count < GY_IMAGE_DATA) {
      image.data[count++] = range;
    }
  }
  *search->image = image;
  return gy_image_within(&image.code, search->symbol, 1);
}

bool gy_image_find(gy_image *image) {
  gy_search search = {(uintptr_t)dlsym(RTLD_DEFAULT, "JSEvaluateScript"), image};
  return search.symbol != 0 && dl_iterate_phdr(look_at_object, &search) != 0;
}
