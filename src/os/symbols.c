/* SPDX-License-Identifier: MIT */
/* Names of functions, by the dynamic linker or by the symbol table of the object's file. */
#include "os/symbols.h"

#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
  const unsigned char *data;
  size_t size;
} gy_image;

static gy_image map_file(const char *path) {
  gy_image image = {NULL, 0};
  struct stat stat;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return image;
  }
  if (fstat(fd, &stat) == 0 && stat.st_size > (off_t)sizeof(ElfW(Ehdr))) {
    void *data = mmap(NULL, (size_t)stat.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (data != MAP_FAILED) {
      image = (gy_image){data, (size_t)stat.st_size};
    }
  }
  close(fd);
  return image;
}

/* What lies at OFFSET, if so many bytes are there. */
static const void *part(const gy_image *image, uint64_t offset, uint64_t size) {
  bool inside = offset <= image->size && size <= image->size - offset;
  return inside ? image->data + offset : NULL;
}

static const ElfW(Shdr) * find_table(const gy_image *image, const ElfW(Shdr) * *strings) {
  const ElfW(Ehdr) *head = part(image, 0, sizeof(*head));
  if (head == NULL || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0) {
    return NULL;
  }
  const ElfW(Shdr) *sections =
      part(image, head->e_shoff, (uint64_t)head->e_shnum * sizeof(*sections));
  for (unsigned i = 0; sections != NULL && i < head->e_shnum; i++) {
    if (sections[i].sh_type == SHT_SYMTAB && sections[i].sh_link < head->e_shnum) {
      *strings = &sections[sections[i].sh_link];
      return &sections[i];
    }
  }
  return NULL;
}

/* The function at OFFSET from the object's load address. */
static void search(const gy_image *image, uint64_t offset, char *name, size_t room) {
  const ElfW(Shdr) *strings = NULL;
  const ElfW(Shdr) *table = find_table(image, &strings);
  if (table == NULL) {
    return;
  }
  const ElfW(Sym) *symbols = part(image, table->sh_offset, table->sh_size);
  const char *texts = part(image, strings->sh_offset, strings->sh_size);
  if (symbols == NULL || texts == NULL) {
    return;
  }
  for (size_t i = 0; i < table->sh_size / sizeof(*symbols); i++) {
    const ElfW(Sym) *symbol = &symbols[i];
    if ((symbol->st_info & 0xf) == STT_FUNC && offset - symbol->st_value < symbol->st_size &&
        symbol->st_name < strings->sh_size) {
      snprintf(name, room, "%.*s", (int)(strings->sh_size - symbol->st_name),
               texts + symbol->st_name);
      return;
    }
  }
}

static bool is_program(const void *base) {
  Dl_info info;
  return dladdr((void *)getauxval(AT_PHDR), &info) != 0 && info.dli_fbase == base; /* NOLINT */
}

/* Programs that are not position-independent have absolute values in their tables. */
static uint64_t load_address(const gy_image *image, const void *base) {
  const ElfW(Ehdr) *head = part(image, 0, sizeof(*head));
  return head != NULL && head->e_type == ET_EXEC ? 0 : (uint64_t)(uintptr_t)base;
}

void gy_symbol_find(const void *address, gy_symbol *symbol) {
  Dl_info info;
  *symbol = (gy_symbol){.base = NULL};
  if (dladdr(address, &info) == 0 || info.dli_fname == NULL) {
    return;
  }
  const char *file = strrchr(info.dli_fname, '/');
  file = file == NULL ? info.dli_fname : file + 1;
  snprintf(symbol->place, sizeof(symbol->place), "%s+0x%zx", file,
           (size_t)((const char *)address - (const char *)info.dli_fbase));
  symbol->base = info.dli_fbase;
  if (info.dli_sname != NULL) {
    snprintf(symbol->name, sizeof(symbol->name), "%s", info.dli_sname);
    return;
  }
  gy_image image = map_file(is_program(info.dli_fbase) ? "/proc/self/exe" : info.dli_fname);
  if (image.data != NULL) {
    uint64_t offset = (uint64_t)(uintptr_t)address - load_address(&image, info.dli_fbase);
    search(&image, offset, symbol->name, sizeof(symbol->name));
    munmap((void *)image.data, image.size);
  }
  char *suffix = strchr(symbol->name, '.'); /* compilers tell variants of a function apart */
  if (suffix != NULL && suffix != symbol->name) {
    *suffix = 0;
  }
}

__attribute__((noinline)) int gy_symbol_frames(void *frames[], int max) {
  void *all[64];
  int wanted = max + 2 < 64 ? max + 2 : 64;
  int count = backtrace(all, wanted) - 2; /* this and its caller */
  if (count < 0) {
    count = 0;
  }
  memcpy(frames, all + 2, (size_t)count * sizeof(*frames));
  return count;
}

/* A return address belongs to the call before it, which may end its function. */
static void find_caller(const void *frame, gy_symbol *symbol) {
  gy_symbol_find((const char *)frame - 1, symbol);
}

static bool begins_with(const char *text, const char *start) {
  return strncmp(text, start, strlen(start)) == 0;
}

int gy_symbol_skip_library(void *const frames[], int count) {
  gy_symbol self;
  gy_symbol symbol;
  gy_symbol_find((const void *)(uintptr_t)gy_symbol_find, &self);
  bool shared = self.base != NULL && !is_program(self.base);
  for (int i = 0; i < count; i++) {
    find_caller(frames[i], &symbol);
    /* A library that is part of the program is told by its names. */
    bool is_ours = shared ? symbol.base == self.base
                          : begins_with(symbol.name, "uv_") || begins_with(symbol.name, "gy_");
    if (!is_ours) {
      return i;
    }
  }
  return 0;
}

void gy_symbol_line(void *const frames[], int count, int max, char *text, size_t room) {
  size_t used = 0;
  text[0] = 0;
  for (int i = 0; i < count && i < max && used < room; i++) {
    gy_symbol symbol;
    find_caller(frames[i], &symbol);
    const char *name = symbol.name[0] != 0 ? symbol.name : "?";
    const char *between = i == 0 ? "" : " < ";
    int size = symbol.place[0] != 0
                   ? snprintf(text + used, room - used, "%s%s (%s)", between, name, symbol.place)
                   : snprintf(text + used, room - used, "%s%p", between, frames[i]);
    used += size > 0 ? (size_t)size : 0;
    if (strcmp(symbol.name, "main") == 0) {
      break;
    }
  }
}
