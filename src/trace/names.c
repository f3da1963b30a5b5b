/* SPDX-License-Identifier: MIT */
/*
 * What is at an address in the code: the name of the function, and where that is as
 * "object+0xoffset". The dynamic linker knows the names that objects export; for those of static
 * functions the symbol table in the file is read, if it was not stripped.
 */
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/collect.h"

#define FILES_MAX 64

typedef ElfW(Ehdr) header;
typedef ElfW(Shdr) section;
typedef ElfW(Phdr) segment;
typedef ElfW(Sym) symbol;

/* An object of the process whose file is mapped; it stays so. */
typedef struct {
  const void *base;
  uintptr_t bias; /* what is added to addresses in the file */
  const symbol *symbols;
  size_t count; /* 0: there are none */
  const char *names;
  size_t names_size;
  uintptr_t ours; /* where our own code begins, and ends; equal: it is not in this object */
  uintptr_t ours_end;
} object_file;

static object_file files[FILES_MAX];
static unsigned file_count;

static bool inside(size_t size, uint64_t offset, uint64_t length) {
  return offset <= size && length <= size - offset;
}

static void find_symbols(object_file *file, const char *image, size_t size) {
  const header *head = (const header *)image;
  if (size < sizeof(*head) || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 ||
      head->e_ident[EI_CLASS] != (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32) ||
      !inside(size, head->e_phoff, (uint64_t)head->e_phnum * sizeof(segment)) ||
      !inside(size, head->e_shoff, (uint64_t)head->e_shnum * sizeof(section))) {
    return;
  }
  const segment *segments = (const segment *)(image + head->e_phoff);
  for (unsigned i = 0; i < head->e_phnum; i++) {
    if (segments[i].p_type == PT_LOAD) {
      file->bias = (uintptr_t)file->base - (segments[i].p_vaddr & ~(uintptr_t)0xfff);
      break;
    }
  }
  const section *sections = (const section *)(image + head->e_shoff);
  for (unsigned i = 0; i < head->e_shnum; i++) {
    const section *table = &sections[i];
    if (table->sh_type != SHT_SYMTAB || table->sh_link >= head->e_shnum ||
        !inside(size, table->sh_offset, table->sh_size)) {
      continue;
    }
    const section *names = &sections[table->sh_link];
    if (inside(size, names->sh_offset, names->sh_size)) {
      file->symbols = (const symbol *)(image + table->sh_offset);
      file->count = table->sh_size / sizeof(symbol);
      file->names = image + names->sh_offset;
      file->names_size = names->sh_size;
    }
  }
}

static bool is_our_name(const char *name) {
  return strncmp(name, "gy_", 3) == 0 || strncmp(name, "uv_", 3) == 0;
}

/* Where the library is part of the program, its code lies together: from the first to the last of
 * its names. As an object of its own it is all there is. */
static void find_ours(object_file *file, bool is_program) {
  Dl_info self;
  if (dladdr((const void *)&gy_trace_counts, &self) == 0 || self.dli_fbase != file->base) {
    return;
  }
  file->ours = is_program ? UINTPTR_MAX : 0;
  file->ours_end = is_program ? 0 : UINTPTR_MAX;
  for (size_t i = 0; is_program && i < file->count; i++) {
    const symbol *candidate = &file->symbols[i];
    uintptr_t at = candidate->st_value + file->bias;
    if ((candidate->st_info & 0xf) == STT_FUNC && candidate->st_size > 0 &&
        candidate->st_name < file->names_size && is_our_name(file->names + candidate->st_name)) {
      file->ours = at < file->ours ? at : file->ours;
      file->ours_end =
          at + candidate->st_size > file->ours_end ? at + candidate->st_size : file->ours_end;
    }
  }
}

static void map_file(object_file *file, const char *path) {
  struct stat facts;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return;
  }
  if (fstat(fd, &facts) == 0 && facts.st_size > 0) {
    void *image = mmap(NULL, (size_t)facts.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (image != MAP_FAILED) {
      find_symbols(file, image, (size_t)facts.st_size);
    }
  }
  close(fd);
}

static const object_file *file_of(const Dl_info *info, bool is_program) {
  for (unsigned i = 0; i < file_count; i++) {
    if (files[i].base == info->dli_fbase) {
      return &files[i];
    }
  }
  if (file_count == FILES_MAX) {
    return NULL;
  }
  object_file *file = &files[file_count++];
  *file = (object_file){.base = info->dli_fbase};
  map_file(file, is_program ? "/proc/self/exe" : info->dli_fname);
  find_ours(file, is_program);
  return file;
}

static const char *name_in_file(const object_file *file, uintptr_t address) {
  for (size_t i = 0; file != NULL && i < file->count; i++) {
    const symbol *candidate = &file->symbols[i];
    uintptr_t at = candidate->st_value + file->bias;
    if ((candidate->st_info & 0xf) == STT_FUNC && address >= at &&
        address < at + candidate->st_size && candidate->st_name < file->names_size) {
      return file->names + candidate->st_name;
    }
  }
  return NULL;
}

bool gy_names_find(uint64_t address, bool is_site, char *name, char *site, size_t size) {
  Dl_info info;
  void *extra = NULL;
  uintptr_t inner = (uintptr_t)address - is_site; /* within the call that returns there */
  name[0] = '\0';
  if (dladdr1((void *)inner, &info, &extra, RTLD_DL_SYMENT) == 0 || info.dli_fname == NULL) {
    snprintf(site, size, "0x%llx", (unsigned long long)address);
    snprintf(name, size, "%s", site);
    return false;
  }
  struct link_map *map = NULL;
  Dl_info same;
  bool is_program = dladdr1((void *)inner, &same, (void **)&map, RTLD_DL_LINKMAP) != 0 &&
                    map != NULL && map->l_name[0] == '\0';
  const symbol *exported = extra;
  const char *slash = strrchr(info.dli_fname, '/');
  snprintf(site, size, "%s+0x%llx", slash == NULL ? info.dli_fname : slash + 1,
           (unsigned long long)(address - (uintptr_t)info.dli_fbase));
  const object_file *file = file_of(&info, is_program);
  const char *found = NULL;
  if (info.dli_sname != NULL && exported != NULL &&
      inner < (uintptr_t)info.dli_saddr + exported->st_size) {
    found = info.dli_sname;
  } else {
    found = name_in_file(file, inner);
  }
  snprintf(name, size, "%s", found == NULL ? site : found);
  return file != NULL && inner >= file->ours && inner < file->ours_end;
}
