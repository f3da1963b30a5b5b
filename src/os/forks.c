/* SPDX-License-Identifier: MIT */
#include "os/forks.h"

#include <link.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* What we need of an object's dynamic section. */
typedef struct {
  const char *names;
  const ElfW(Sym) * symbols;
  const uint32_t *hash;     /* [1]: how many symbols there are */
  const uint32_t *gnu_hash; /* [1]: the first that it defines; undefined ones come before */
} gy_tables;

typedef struct {
  bool asked;
  bool watched;
  int objects;              /* looked at; the first is the program */
  unsigned long long added; /* number of objects loaded so far, as the loader counts */
} gy_scan;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static gy_scan last;

/* Some loaders have added the object's address to the entries, some have not. */
static const void *at(const struct dl_phdr_info *object, ElfW(Addr) address) {
  return (const void *)(address < object->dlpi_addr ? object->dlpi_addr + address : address);
}

static gy_tables read_tables(const struct dl_phdr_info *object, const ElfW(Dyn) * entry) {
  gy_tables tables = {0};
  for (; entry->d_tag != DT_NULL; entry++) {
    const void *place = at(object, entry->d_un.d_ptr);
    switch (entry->d_tag) {
      case DT_STRTAB:
        tables.names = place;
        break;
      case DT_SYMTAB:
        tables.symbols = place;
        break;
      case DT_HASH:
        tables.hash = place;
        break;
      case DT_GNU_HASH:
        tables.gnu_hash = place;
        break;
      default:
        break;
    }
  }
  return tables;
}

static bool wants(const gy_tables *tables) {
  if (tables->names == NULL || tables->symbols == NULL) {
    return false;
  }
  uint32_t count = tables->gnu_hash != NULL ? tables->gnu_hash[1]
                   : tables->hash != NULL   ? tables->hash[1]
                                            : 0;
  for (uint32_t i = 1; i < count; i++) {
    const ElfW(Sym) *symbol = &tables->symbols[i];
    const char *name = tables->names + symbol->st_name;
    if (symbol->st_shndx == SHN_UNDEF &&
        (strcmp(name, "__register_atfork") == 0 || strcmp(name, "pthread_atfork") == 0)) {
      return true;
    }
  }
  return false;
}

/* The object that this library is in. */
static bool is_ours(const struct dl_phdr_info *object) {
  uintptr_t here = (uintptr_t)&last;
  bool found = false;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    uintptr_t from = object->dlpi_addr + part->p_vaddr;
    found |= part->p_type == PT_LOAD && here >= from && here < from + part->p_memsz;
  }
  return found;
}

/* The program is linked statically: the names that it referred to are no longer in it. */
static bool is_static(const struct dl_phdr_info *program) {
  for (int i = 0; i < program->dlpi_phnum; i++) {
    if (program->dlpi_phdr[i].p_type == PT_INTERP) {
      return false;
    }
  }
  return true;
}

static int look_at(struct dl_phdr_info *object, size_t size, void *scan_) {
  gy_scan *scan = scan_;
  bool counted = size >= offsetof(struct dl_phdr_info, dlpi_adds) + sizeof(object->dlpi_adds);
  if (counted && scan->asked && scan->added == object->dlpi_adds) {
    return 1; /* as before */
  }
  if (scan->asked) {
    *scan = (gy_scan){0}; /* the first of a new scan */
  }
  scan->added = counted ? object->dlpi_adds : 0;
  bool program = scan->objects++ == 0;
  if (program && is_static(object)) {
    scan->watched = true;
  } else if (program || !is_ours(object)) { /* the program itself always counts */
    for (int i = 0; i < object->dlpi_phnum && !scan->watched; i++) {
      const ElfW(Phdr) *part = &object->dlpi_phdr[i];
      if (part->p_type == PT_DYNAMIC) {
        gy_tables tables = read_tables(object, at(object, object->dlpi_addr + part->p_vaddr));
        scan->watched = wants(&tables);
      }
    }
  }
  return 0;
}

bool gy_forks_watched(void) {
  pthread_mutex_lock(&lock);
  dl_iterate_phdr(look_at, &last);
  last.asked = true;
  bool watched = last.watched;
  pthread_mutex_unlock(&lock);
  return watched;
}
