/* SPDX-License-Identifier: MIT */
/* Names of functions, by the dynamic linker or by the symbol table of the object's file. */
#include "os/symbols.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/futex.h"

#ifdef __GLIBC__
#include <execinfo.h>
#else
#include <unwind.h>
#endif

#define OBJECTS_MAX 64

typedef ElfW(Ehdr) header;
typedef ElfW(Shdr) section;
typedef ElfW(Phdr) segment;
typedef ElfW(Sym) entry;

/* An object of the process whose file is mapped; it stays mapped. */
typedef struct {
  const void *base;
  uintptr_t bias; /* what is added to addresses in the file */
  const entry *entries;
  size_t count; /* 0: there is no table */
  const char *names;
  size_t names_size;
  uintptr_t ours; /* begin and end of our own code; equal: it is not in this object */
  uintptr_t ours_end;
} object;

static struct {
  gy_lock lock;
  object objects[OBJECTS_MAX];
  unsigned count;
} known;

static bool inside(size_t size, uint64_t offset, uint64_t length) {
  return offset <= size && length <= size - offset;
}

static void find_table(object *of, const char *image, size_t size) {
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
      of->bias = (uintptr_t)of->base - (segments[i].p_vaddr & ~(uintptr_t)0xfff);
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
      of->entries = (const entry *)(image + table->sh_offset);
      of->count = table->sh_size / sizeof(entry);
      of->names = image + names->sh_offset;
      of->names_size = names->sh_size;
    }
  }
}

static void map_file(object *of, const char *path) {
  struct stat facts;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return;
  }
  if (fstat(fd, &facts) == 0 && facts.st_size > 0) {
    void *image = mmap(NULL, (size_t)facts.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (image != MAP_FAILED) {
      find_table(of, image, (size_t)facts.st_size);
    }
  }
  close(fd);
}

static bool is_function(const object *of, const entry *candidate) {
  return (candidate->st_info & 0xf) == STT_FUNC && candidate->st_size > 0 &&
         candidate->st_name < of->names_size;
}

static bool is_our_name(const char *name) {
  return strncmp(name, "gy_", 3) == 0 || strncmp(name, "uv_", 3) == 0;
}

/* If the library is part of the program, its code lies between the first and the last of its names,
 * perhaps mixed with other code. As a separate object, all code is ours. */
static void find_ours(object *of, bool is_program) {
  Dl_info self;
  if (dladdr(&known, &self) == 0 || self.dli_fbase != of->base) {
    return;
  }
  of->ours = is_program ? UINTPTR_MAX : 0;
  of->ours_end = is_program ? 0 : UINTPTR_MAX;
  for (size_t i = 0; is_program && i < of->count; i++) {
    const entry *candidate = &of->entries[i];
    uintptr_t at = candidate->st_value + of->bias;
    uintptr_t end = at + candidate->st_size;
    if (is_function(of, candidate) && is_our_name(of->names + candidate->st_name)) {
      of->ours = at < of->ours ? at : of->ours;
      of->ours_end = end > of->ours_end ? end : of->ours_end;
    }
  }
}

/* With the lock held. NULL: there are too many objects. */
static const object *object_of(const Dl_info *info, bool is_program) {
  for (unsigned i = 0; i < known.count; i++) {
    if (known.objects[i].base == info->dli_fbase) {
      return &known.objects[i];
    }
  }
  if (known.count == OBJECTS_MAX) {
    return NULL;
  }
  object *of = &known.objects[known.count++];
  *of = (object){.base = info->dli_fbase};
  map_file(of, is_program ? "/proc/self/exe" : info->dli_fname);
  find_ours(of, is_program);
  return of;
}

static const char *name_in_file(const object *of, uintptr_t address) {
  for (size_t i = 0; of != NULL && i < of->count; i++) {
    const entry *candidate = &of->entries[i];
    uintptr_t at = candidate->st_value + of->bias;
    if (is_function(of, candidate) && address >= at && address < at + candidate->st_size) {
      return of->names + candidate->st_name;
    }
  }
  return NULL;
}

/* Compilers mark variants of a function with a suffix after a dot. */
static void set_name(gy_symbol *symbol, const char *name) {
  char *(*demangle)(const char *, char *, size_t *, int *) = NULL;
  char *readable = NULL;
  size_t length = strcspn(name, ".");
  char plain[1024];
  snprintf(plain, sizeof(plain), "%.*s", (int)(length == 0 ? strlen(name) : length), name);
  if (strncmp(plain, "_Z", 2) == 0) {
    *(void **)&demangle = dlsym(RTLD_DEFAULT, "__cxa_demangle"); /* of the C++ library, if any */
  }
  if (demangle != NULL) {
    int status;
    readable = demangle(plain, NULL, NULL, &status);
  }
  snprintf(symbol->name, sizeof(symbol->name), "%.*s", GY_SYMBOL_TEXT - 1,
           readable != NULL ? readable : plain);
  free(readable);
}

/*
 * What the dynamic linker knows about an address. NAMED: the name in INFO is that of the function
 * that contains the address, not just of the one before it.
 */
static bool ask_linker(const char *address, Dl_info *info, bool *is_program, bool *named) {
#ifdef __GLIBC__
  void *extra = NULL;
  struct link_map *map = NULL;
  if (dladdr1(address, info, (void **)&map, RTLD_DL_LINKMAP) == 0 || info->dli_fname == NULL) {
    return false;
  }
  *is_program = map != NULL && map->l_name[0] == '\0';
  *named = dladdr1(address, info, &extra, RTLD_DL_SYMENT) != 0 && info->dli_sname != NULL &&
           extra != NULL && address < (const char *)info->dli_saddr + ((entry *)extra)->st_size;
  return true;
#else
  Dl_info program;
  if (dladdr(address, info) == 0 || info->dli_fname == NULL) {
    return false;
  }
  const void *headers = (const void *)getauxval(AT_PHDR); /* NOLINT */
  *is_program = dladdr(headers, &program) != 0 && program.dli_fbase == info->dli_fbase;
  *named = info->dli_sname != NULL; /* musl checks the symbol's size itself */
  return true;
#endif
}

void gy_symbol_find(const void *address, bool is_return, gy_symbol *symbol) {
  Dl_info info;
  bool is_program;
  bool named;
  const char *inner = (const char *)address - is_return; /* the call may end it */
  symbol->name[0] = symbol->place[0] = '\0';
  symbol->ours = symbol->near_ours = false;
  if (!ask_linker(inner, &info, &is_program, &named)) {
    return;
  }
  const char *slash = strrchr(info.dli_fname, '/');
  snprintf(symbol->place, sizeof(symbol->place), "%s+0x%zx",
           slash == NULL ? info.dli_fname : slash + 1,
           (size_t)((const char *)address - (const char *)info.dli_fbase));
  gy_lock_acquire(&known.lock);
  const object *of = object_of(&info, is_program);
  const char *name = named ? info.dli_sname : name_in_file(of, (uintptr_t)inner);
  symbol->near_ours = of != NULL && (uintptr_t)inner >= of->ours && (uintptr_t)inner < of->ours_end;
  symbol->ours = symbol->near_ours && (!is_program || (name != NULL && is_our_name(name)));
  gy_lock_release(&known.lock);
  if (name != NULL) {
    set_name(symbol, name);
  }
}

#ifndef __GLIBC__
/* Other C libraries leave this to the compiler's library. A program that is not linked with it gets
 * reports without stacks. */
#pragma weak _Unwind_Backtrace
#pragma weak _Unwind_GetIP

typedef struct {
  void **frames;
  int count;
  int max;
} walk;

static _Unwind_Reason_Code walk_on(struct _Unwind_Context *context, void *arg) {
  walk *so_far = arg;
  if (so_far->count == so_far->max) {
    return _URC_END_OF_STACK;
  }
  so_far->frames[so_far->count++] = (void *)_Unwind_GetIP(context); /* NOLINT */
  return _URC_NO_REASON;
}

static inline __attribute__((always_inline)) int backtrace(void *frames[], int max) {
  walk all = {.frames = frames, .max = max};
  if (_Unwind_Backtrace != NULL) {
    _Unwind_Backtrace(walk_on, &all);
  }
  return all.count;
}
#endif

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

int gy_symbol_skip_library(void *const frames[], int count) {
  gy_symbol symbol;
  for (int i = 0; i < count; i++) {
    gy_symbol_find(frames[i], true, &symbol);
    if (!symbol.ours) {
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
    gy_symbol_find(frames[i], true, &symbol);
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
