/* SPDX-License-Identifier: MIT */
/* Makes the prepared engine (prepared.h) of the system's library, in memory. The code and the data
 * stay what and where they are. What changes is the loader's work:
 *
 * - References of the library to its own symbols, some ten thousand, are looked up by name in all
 *   libraries. The library itself is the first of those that has them, but for one that the program
 *   replaces; so they become plain addresses. (Where others are preloaded, which could have them,
 *   the system's library is used.) Symbols that must be unique in a process, and those of
 *   other libraries (the allocator, the C++ library), are still looked up.
 * - Plain addresses are listed in the short form (DT_RELR), in which they take a hundredth of the
 *   room.
 * - Libraries that few programs use are opened when they are first called (later.c). */
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "engine/memory.h"
#include "engine/prepared.h"

enum { WORD = 8, LIBRARIES = 8, VERSIONS_SIZE = 65536 };

/* A library that is opened later, if all that the engine uses of it are functions. */
typedef struct {
  const struct link_map *map; /* as it is loaded now */
  uint64_t name;              /* address */
  bool stays;
} gj_late_library;

typedef struct {
  uint8_t *bytes;
  size_t size;
  uintptr_t loaded_at; /* where the system's library is, to see what the loader does with it */
  Elf64_Dyn *dynamic;
  size_t dynamic_count;
  const Elf64_Sym *symbols;
  uint64_t symbols_at, strings_at;
  size_t undefined; /* symbols before the first that is defined */
  gj_late_library libraries[LIBRARIES];
  size_t libraries_count;
  uint16_t *late; /* by symbol: 0, or 1 + its number among the later functions */
  gj_later functions[GJ_LATER_MOST];
  size_t functions_count;
  uint64_t at, end; /* free room: where the long list of addresses was */
  Elf64_Rela *kept;
  size_t kept_count;
  uint64_t *plain; /* where a plain address is stored */
  size_t plain_count;
} gj_elf;

/* --- looking at the file */

/* Bytes at an address, if all of them are in the file. */
static void *bytes_at(const gj_elf *elf, uint64_t address, uint64_t size) {
  const Elf64_Ehdr *head = (const Elf64_Ehdr *)elf->bytes;
  const Elf64_Phdr *segments = (const Elf64_Phdr *)(elf->bytes + head->e_phoff);
  for (size_t i = 0; i < head->e_phnum; i++) {
    const Elf64_Phdr *one = &segments[i];
    if (one->p_type == PT_LOAD && address >= one->p_vaddr && size <= one->p_filesz &&
        address - one->p_vaddr <= one->p_filesz - size) {
      return elf->bytes + one->p_offset + (address - one->p_vaddr);
    }
  }
  return NULL;
}

static const char *text_at(const gj_elf *elf, uint64_t offset) {
  return bytes_at(elf, elf->strings_at + offset, 1);
}

static Elf64_Dyn *entry_of(const gj_elf *elf, int64_t tag) {
  for (size_t i = 0; i < elf->dynamic_count; i++) {
    if (elf->dynamic[i].d_tag == tag) {
      return &elf->dynamic[i];
    }
  }
  return NULL;
}

static uint64_t value_of(const gj_elf *elf, int64_t tag) {
  const Elf64_Dyn *entry = entry_of(elf, tag);
  return entry == NULL ? 0 : entry->d_un.d_val;
}

static bool is_elf(const gj_elf *elf) {
  const Elf64_Ehdr *head = (const Elf64_Ehdr *)elf->bytes;
  if (elf->size < sizeof(*head) || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 ||
      head->e_ident[EI_CLASS] != ELFCLASS64 || head->e_ident[EI_DATA] != ELFDATA2LSB ||
      head->e_machine != EM_X86_64 || head->e_type != ET_DYN ||
      head->e_phentsize != sizeof(Elf64_Phdr) ||
      head->e_phoff + head->e_phnum * sizeof(Elf64_Phdr) > elf->size) {
    return false;
  }
  const Elf64_Phdr *segments = (const Elf64_Phdr *)(elf->bytes + head->e_phoff);
  for (size_t i = 0; i < head->e_phnum; i++) {
    if (segments[i].p_filesz > elf->size ||
        segments[i].p_offset > elf->size - segments[i].p_filesz) {
      return false;
    }
  }
  return true;
}

static bool find_dynamic(gj_elf *elf) {
  const Elf64_Ehdr *head = (const Elf64_Ehdr *)elf->bytes;
  const Elf64_Phdr *segments = (const Elf64_Phdr *)(elf->bytes + head->e_phoff);
  for (size_t i = 0; i < head->e_phnum; i++) {
    if (segments[i].p_type == PT_DYNAMIC) {
      elf->dynamic = (Elf64_Dyn *)(elf->bytes + segments[i].p_offset);
      elf->dynamic_count = segments[i].p_filesz / sizeof(Elf64_Dyn);
    }
  }
  return elf->dynamic != NULL;
}

static void find_fences(const gj_elf *elf, gj_fences *fences) {
  const Elf64_Ehdr *head = (const Elf64_Ehdr *)elf->bytes;
  const Elf64_Phdr *segments = (const Elf64_Phdr *)(elf->bytes + head->e_phoff);
  for (size_t i = 0; i < head->e_phnum; i++) {
    if (segments[i].p_type == PT_LOAD && (segments[i].p_flags & PF_X) != 0) {
      gj_fences_list(elf->bytes + segments[i].p_offset, segments[i].p_filesz, segments[i].p_vaddr,
                     fences);
    }
  }
}

/* Whether the library has the form that is understood here, and all that is needed. */
static bool look_at(gj_elf *elf) {
  if (!is_elf(elf) || !find_dynamic(elf)) {
    return false;
  }
  static const int64_t needed[] = {DT_STRTAB, DT_SYMTAB,   DT_RELA,      DT_RELASZ,
                                   DT_JMPREL, DT_VERSYM,   DT_VERNEED,   DT_VERNEEDNUM,
                                   DT_STRSZ,  DT_GNU_HASH, DT_RELACOUNT, DT_PLTRELSZ};
  static const int64_t unknown[] = {DT_REL, DT_TEXTREL, DT_RELR, DT_SYMBOLIC, DT_VERDEF};
  for (size_t i = 0; i < sizeof(needed) / sizeof(*needed); i++) {
    if (entry_of(elf, needed[i]) == NULL) {
      return false;
    }
  }
  for (size_t i = 0; i < sizeof(unknown) / sizeof(*unknown); i++) {
    if (entry_of(elf, unknown[i]) != NULL) {
      return false;
    }
  }
  const uint32_t *hash = bytes_at(elf, value_of(elf, DT_GNU_HASH), 2 * sizeof(*hash));
  elf->symbols_at = value_of(elf, DT_SYMTAB);
  elf->strings_at = value_of(elf, DT_STRTAB);
  elf->undefined = hash == NULL ? 0 : hash[1];
  elf->symbols = bytes_at(elf, elf->symbols_at, elf->undefined * sizeof(*elf->symbols));
  return elf->symbols != NULL && value_of(elf, DT_RELAENT) == sizeof(Elf64_Rela) &&
         value_of(elf, DT_PLTREL) == DT_RELA && text_at(elf, 0) != NULL;
}

/* --- libraries that are opened later */

static bool may_be_late(const char *name) {
  static const char *const begins[] = {"libgio-2.0.so.", "libgobject-2.0.so.", "libicudata.so.",
                                       "libicui18n.so.", "libicuuc.so.",       "libsystemd.so."};
  for (size_t i = 0; i < sizeof(begins) / sizeof(*begins); i++) {
    if (strncmp(name, begins[i], strlen(begins[i])) == 0) {
      return true;
    }
  }
  return false;
}

static void find_libraries(gj_elf *elf) {
  for (size_t i = 0; i < elf->dynamic_count; i++) {
    const char *name = text_at(elf, elf->dynamic[i].d_un.d_val);
    if (elf->dynamic[i].d_tag != DT_NEEDED || !may_be_late(name) ||
        elf->libraries_count == LIBRARIES) {
      continue;
    }
    void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    struct link_map *map = NULL;
    if (library != NULL && dlinfo(library, RTLD_DI_LINKMAP, &map) == 0) {
      elf->libraries[elf->libraries_count++] =
          (gj_late_library){map, elf->strings_at + elf->dynamic[i].d_un.d_val, false};
    }
  }
}

static gj_late_library *library_of(gj_elf *elf, const void *address) {
  Dl_info info;
  void *map = NULL;
  if (address == NULL || dladdr1(address, &info, &map, RTLD_DL_LINKMAP) == 0) {
    return NULL;
  }
  for (size_t i = 0; i < elf->libraries_count; i++) {
    if (elf->libraries[i].map == map) {
      return &elf->libraries[i];
    }
  }
  return NULL;
}

static bool is_function(const void *address) {
  Dl_info info;
  void *symbol = NULL;
  return dladdr1(address, &info, &symbol, RTLD_DL_SYMENT) != 0 && symbol != NULL &&
         info.dli_saddr == address && ELF64_ST_TYPE(((Elf64_Sym *)symbol)->st_info) == STT_FUNC;
}

/* A library with anything but functions is needed from the start. */
static bool find_functions(gj_elf *elf, void *engine) {
  for (int pass = 0; pass < 2; pass++) {
    for (size_t i = 1; i < elf->undefined; i++) {
      const char *name = text_at(elf, elf->symbols[i].st_name);
      const void *address = name == NULL ? NULL : dlsym(engine, name);
      gj_late_library *library = library_of(elf, address);
      if (library == NULL || elf->symbols[i].st_shndx != SHN_UNDEF) {
        continue;
      }
      library->stays = library->stays || !is_function(address);
      if (pass == 1 && !library->stays) {
        if (elf->functions_count == GJ_LATER_MOST) {
          return false;
        }
        elf->functions[elf->functions_count++] =
            (gj_later){library->name, elf->strings_at + elf->symbols[i].st_name};
        elf->late[i] = (uint16_t)elf->functions_count;
      }
    }
  }
  return true;
}

static bool is_left_out(const gj_elf *elf, uint64_t name_offset) {
  const char *name = text_at(elf, name_offset);
  for (size_t i = 0; name != NULL && i < elf->libraries_count; i++) {
    const gj_late_library *one = &elf->libraries[i];
    if (!one->stays && strcmp(name, text_at(elf, one->name - elf->strings_at)) == 0) {
      return true;
    }
  }
  return false;
}

/* --- addresses */

/* An address that the loader only has to move. */
static void add_plain(gj_elf *elf, uint64_t place, uint64_t address) {
  void *stored = place % WORD == 0 ? bytes_at(elf, place, WORD) : NULL;
  if (stored == NULL) { /* not in the file: it has to be in the list */
    elf->kept[elf->kept_count++] =
        (Elf64_Rela){place, ELF64_R_INFO(0, R_X86_64_RELATIVE), (int64_t)address};
    return;
  }
  memcpy(stored, &address, WORD);
  elf->plain[elf->plain_count++] = place;
}

/* Whether the library itself has the symbol, may have its own, and is the first that has it: gyre
 * replaces one. */
static bool is_own(const gj_elf *elf, const Elf64_Sym *symbol) {
  int binding = ELF64_ST_BIND(symbol->st_info);
  int type = ELF64_ST_TYPE(symbol->st_info);
  const char *name = text_at(elf, symbol->st_name);
  return symbol->st_shndx != SHN_UNDEF && symbol->st_shndx < SHN_LORESERVE &&
         (binding == STB_GLOBAL || binding == STB_WEAK) &&
         (type == STT_FUNC || type == STT_OBJECT || type == STT_NOTYPE) && name != NULL &&
         (uintptr_t)dlsym(RTLD_DEFAULT, name) == elf->loaded_at + symbol->st_value;
}

/* The symbol that stands for all later functions: the first of them gets another name. */
static uint32_t late_symbol(const gj_elf *elf) {
  for (uint32_t i = 1; i < elf->undefined; i++) {
    if (elf->late[i] == 1) {
      return i;
    }
  }
  return 0;
}

static bool take_reference(gj_elf *elf, const Elf64_Rela *one) {
  uint32_t type = ELF64_R_TYPE(one->r_info);
  uint32_t index = ELF64_R_SYM(one->r_info);
  if (type == R_X86_64_RELATIVE) {
    add_plain(elf, one->r_offset, (uint64_t)one->r_addend);
    return true;
  }
  bool is_address = type == R_X86_64_64 || type == R_X86_64_GLOB_DAT || type == R_X86_64_JUMP_SLOT;
  const Elf64_Sym *symbol =
      bytes_at(elf, elf->symbols_at + index * sizeof(*symbol), sizeof(*symbol));
  uint64_t added = type == R_X86_64_64 ? (uint64_t)one->r_addend : 0;
  if (symbol == NULL) {
    return false;
  }
  if (is_address && index != 0 && is_own(elf, symbol)) {
    add_plain(elf, one->r_offset, symbol->st_value + added);
    return true;
  }
  Elf64_Rela kept = *one;
  if (index < elf->undefined && elf->late[index] != 0) {
    kept.r_info = ELF64_R_INFO(late_symbol(elf), R_X86_64_64);
    kept.r_addend = (elf->late[index] - 1) * GJ_LATER_SIZE;
    if (!is_address || added != 0) {
      return false;
    }
  }
  elf->kept[elf->kept_count++] = kept;
  return true;
}

/* Addresses to be moved first, then by symbol: the loader remembers the last one. Those for which
 * it calls a function come last. */
static int compare_kept(const void *left, const void *right) {
  const Elf64_Rela *a = left;
  const Elf64_Rela *b = right;
  int last_a = ELF64_R_TYPE(a->r_info) == R_X86_64_IRELATIVE;
  int last_b = ELF64_R_TYPE(b->r_info) == R_X86_64_IRELATIVE;
  int first_a = ELF64_R_TYPE(a->r_info) == R_X86_64_RELATIVE;
  int first_b = ELF64_R_TYPE(b->r_info) == R_X86_64_RELATIVE;
  uint64_t by_a = ELF64_R_SYM(a->r_info);
  uint64_t by_b = ELF64_R_SYM(b->r_info);
  if (last_a != last_b || first_a != first_b) {
    return last_a - last_b + first_b - first_a;
  }
  return by_a != by_b ? (by_a > by_b) - (by_a < by_b)
                      : (a->r_offset > b->r_offset) - (a->r_offset < b->r_offset);
}

static int compare_place(const void *left, const void *right) {
  uint64_t a = *(const uint64_t *)left;
  uint64_t b = *(const uint64_t *)right;
  return (a > b) - (a < b);
}

static bool take_references(gj_elf *elf) {
  uint64_t parts[2][2] = {{value_of(elf, DT_RELA), value_of(elf, DT_RELASZ)},
                          {value_of(elf, DT_JMPREL), value_of(elf, DT_PLTRELSZ)}};
  size_t count = (parts[0][1] + parts[1][1]) / sizeof(Elf64_Rela);
  elf->kept = gj_memory_new((count + 1) * sizeof(*elf->kept), "addresses");
  elf->plain = gj_memory_new((count + 1) * sizeof(*elf->plain), "addresses");
  for (int i = 0; i < 2; i++) {
    const Elf64_Rela *list = bytes_at(elf, parts[i][0], parts[i][1]);
    for (size_t k = 0; list != NULL && k < parts[i][1] / sizeof(*list); k++) {
      if (!take_reference(elf, &list[k])) {
        return false;
      }
    }
  }
  qsort(elf->kept, elf->kept_count, sizeof(*elf->kept), compare_kept);
  qsort(elf->plain, elf->plain_count, sizeof(*elf->plain), compare_place);
  elf->at = parts[0][0];
  elf->end = parts[0][0] + parts[0][1];
  elf->end += parts[1][0] == elf->end ? parts[1][1] : 0;
  return true;
}

/* --- writing into the free room */

/* Where it is then, or 0: there was no room. */
static uint64_t put(gj_elf *elf, const void *data, uint64_t size) {
  uint64_t at = (elf->at + WORD - 1) / WORD * WORD;
  void *room = at + size <= elf->end ? bytes_at(elf, at, size) : NULL;
  if (room == NULL) {
    return 0;
  }
  memcpy(room, data, size);
  elf->at = at + size;
  return at;
}

/* The short form: an address, then words whose bits say which of the next 63 words are meant. */
static uint64_t put_plain(gj_elf *elf, uint64_t *size) {
  enum { BITS = 63 };
  uint64_t *words = gj_memory_new((elf->plain_count + 1) * sizeof(*words), "addresses");
  size_t count = 0;
  for (size_t i = 0; i < elf->plain_count;) {
    words[count++] = elf->plain[i];
    uint64_t base = elf->plain[i++] + WORD;
    for (;;) {
      uint64_t bits = 0;
      while (i < elf->plain_count && elf->plain[i] - base < BITS * WORD) {
        bits |= (uint64_t)1 << ((elf->plain[i++] - base) / WORD);
      }
      if (bits == 0) {
        break;
      }
      words[count++] = bits << 1 | 1;
      base += BITS * WORD;
    }
  }
  *size = count * sizeof(*words);
  uint64_t at = put(elf, words, *size);
  free(words);
  return at;
}

static uint32_t hash_of(const char *name) {
  uint32_t hash = 0;
  for (; *name != '\0'; name++) {
    hash = (hash << 4) + (uint8_t)*name;
    hash = (hash ^ (hash >> 24 & 0xf0)) & 0x0fffffff;
  }
  return hash;
}

/* Versions that are needed of one library, with one more if `added` is a name. */
static size_t copy_versions(const gj_elf *elf, uint64_t from, uint8_t *to, uint64_t added,
                            uint16_t *most) {
  Elf64_Verneed need;
  memcpy(&need, bytes_at(elf, from, sizeof(need)), sizeof(need));
  uint64_t at = from + need.vn_aux;
  size_t size = sizeof(need);
  for (int i = 0; i < need.vn_cnt; i++) {
    Elf64_Vernaux one;
    memcpy(&one, bytes_at(elf, at, sizeof(one)), sizeof(one));
    at += one.vna_next;
    *most = one.vna_other > *most ? one.vna_other : *most;
    one.vna_next = i + 1 < need.vn_cnt || added != 0 ? sizeof(one) : 0;
    memcpy(to + size, &one, sizeof(one));
    size += sizeof(one);
  }
  if (added != 0) {
    Elf64_Vernaux one = {hash_of(text_at(elf, added)), 0, 0, (uint32_t)added, 0};
    memcpy(to + size, &one, sizeof(one)); /* its number is set when the highest is known */
    size += sizeof(one);
    need.vn_cnt++;
  }
  need.vn_aux = sizeof(need);
  need.vn_next = (uint32_t)size;
  memcpy(to, &need, sizeof(need));
  return size;
}

/* The versions that are needed, without those of libraries that are left out, and with the one by
 * which the C library says that it knows the short form. */
static bool put_versions(gj_elf *elf) {
  static const char short_form[] = "GLIBC_ABI_DT_RELR";
  uint8_t *list = gj_memory_new(VERSIONS_SIZE, "versions");
  uint64_t from = value_of(elf, DT_VERNEED);
  uint64_t name = put(elf, short_form, sizeof(short_form));
  size_t size = 0;
  size_t last = 0;
  size_t added_end = 0;
  uint64_t count = 0;
  uint16_t most = 1;
  for (uint64_t i = 0; i < value_of(elf, DT_VERNEEDNUM); i++) {
    const Elf64_Verneed *need = bytes_at(elf, from, sizeof(*need));
    const char *file = need == NULL ? NULL : text_at(elf, need->vn_file);
    if (file == NULL || name == 0 ||
        size + sizeof(*need) + (need->vn_cnt + 1u) * sizeof(Elf64_Vernaux) > VERSIONS_SIZE) {
      free(list);
      return false;
    }
    if (!is_left_out(elf, need->vn_file)) {
      bool is_c = strncmp(file, "libc.so.", strlen("libc.so.")) == 0;
      last = size;
      size += copy_versions(elf, from, list + size, is_c ? name - elf->strings_at : 0, &most);
      added_end = is_c ? size : added_end;
      count++;
    }
    from += need->vn_next;
  }
  ((Elf64_Verneed *)(list + last))->vn_next = 0;
  if (added_end != 0) {
    ((Elf64_Vernaux *)(list + added_end) - 1)->vna_other = (uint16_t)(most + 1);
  }
  uint64_t at = added_end == 0 ? 0 : put(elf, list, size);
  entry_of(elf, DT_VERNEED)->d_un.d_ptr = at;
  entry_of(elf, DT_VERNEEDNUM)->d_un.d_val = count;
  free(list);
  return at != 0;
}

/* --- the rest */

/* All references to later functions are to this name. */
static bool name_late_symbol(gj_elf *elf) {
  static const char name[] = "gyre_engine_later";
  uint32_t index = late_symbol(elf);
  uint64_t at = put(elf, name, sizeof(name));
  uint16_t *versions = bytes_at(elf, value_of(elf, DT_VERSYM), elf->undefined * sizeof(*versions));
  if (at == 0 || versions == NULL) {
    return false;
  }
  for (size_t i = 0; i < elf->undefined; i++) {
    versions[i] = elf->late[i] != 0 ? VER_NDX_GLOBAL : versions[i];
  }
  if (index != 0) {
    Elf64_Sym *symbol = bytes_at(elf, elf->symbols_at + index * sizeof(*symbol), sizeof(*symbol));
    symbol->st_name = (uint32_t)(at - elf->strings_at);
    symbol->st_info = ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE);
  }
  return true;
}

/* The C++ library first: most names that are still looked up are there. */
static int rank(const gj_elf *elf, const Elf64_Dyn *entry) {
  if (entry->d_tag != DT_NEEDED) {
    return entry->d_tag == DT_NULL ? 3 : 2;
  }
  return strncmp(text_at(elf, entry->d_un.d_val), "libstdc++", strlen("libstdc++")) == 0 ? 0 : 1;
}

static bool is_gone(const gj_elf *elf, const Elf64_Dyn *entry) {
  return entry->d_tag == DT_JMPREL || entry->d_tag == DT_PLTREL || entry->d_tag == DT_PLTRELSZ ||
         (entry->d_tag == DT_NEEDED && is_left_out(elf, entry->d_un.d_val));
}

static bool write_dynamic(gj_elf *elf, const Elf64_Dyn *more, size_t more_count) {
  Elf64_Dyn *list = gj_memory_new((elf->dynamic_count + 1) * sizeof(*list), "a list of tables");
  size_t count = 0;
  for (int now = 0; now < 3; now++) {
    for (size_t i = 0; i < elf->dynamic_count; i++) {
      if (rank(elf, &elf->dynamic[i]) == now && !is_gone(elf, &elf->dynamic[i])) {
        list[count++] = elf->dynamic[i];
      }
    }
  }
  bool fits = count + more_count < elf->dynamic_count;
  if (fits) {
    memcpy(list + count, more, more_count * sizeof(*more));
    memcpy(elf->dynamic, list, elf->dynamic_count * sizeof(*list));
  }
  free(list);
  return fits;
}

/* For debuggers: what was in the room is not there any more; and names are. */
static void mend_sections(gj_elf *elf, uint64_t from, uint64_t size) {
  const Elf64_Ehdr *head = (const Elf64_Ehdr *)elf->bytes;
  if (head->e_shentsize != sizeof(Elf64_Shdr) ||
      head->e_shoff + head->e_shnum * sizeof(Elf64_Shdr) > elf->size) {
    return;
  }
  Elf64_Shdr *sections = (Elf64_Shdr *)(elf->bytes + head->e_shoff);
  for (size_t i = 0; i < head->e_shnum; i++) {
    if (sections[i].sh_addr >= from && sections[i].sh_addr < elf->end) {
      sections[i].sh_size = sections[i].sh_addr == from ? size : 0;
    } else if (sections[i].sh_addr == elf->strings_at) {
      sections[i].sh_size = elf->at - elf->strings_at;
    }
  }
}

static bool rewrite(gj_elf *elf, void *engine, gj_prepared_key *key) {
  elf->late = gj_memory_new(elf->undefined * sizeof(*elf->late), "a list of functions");
  find_libraries(elf);
  if (!find_functions(elf, engine) || !take_references(elf)) {
    return false;
  }
  uint64_t from = elf->at;
  uint64_t kept_size = elf->kept_count * sizeof(*elf->kept);
  uint64_t plain_size = 0;
  size_t first = 0;
  while (first < elf->kept_count && ELF64_R_TYPE(elf->kept[first].r_info) == R_X86_64_RELATIVE) {
    first++;
  }
  uint64_t kept = put(elf, elf->kept, kept_size);
  uint64_t plain = put_plain(elf, &plain_size);
  key->count = elf->functions_count;
  key->later = put(elf, elf->functions, elf->functions_count * sizeof(*elf->functions));
  bool fits = kept == from && bytes_at(elf, from, 1) == elf->bytes + from && plain != 0 &&
              key->later != 0 && put_versions(elf) && name_late_symbol(elf);
  find_fences(elf, &key->fences);
  key->at = (elf->at + WORD - 1) / WORD * WORD;
  fits = fits && put(elf, key, sizeof(*key)) == key->at;
  if (!fits) {
    return false;
  }
  entry_of(elf, DT_STRSZ)->d_un.d_val = elf->at - elf->strings_at;
  entry_of(elf, DT_RELASZ)->d_un.d_val = kept_size;
  entry_of(elf, DT_RELACOUNT)->d_un.d_val = first;
  mend_sections(elf, from, kept_size);
  const Elf64_Dyn more[] = {{DT_RELR, {plain}}, {DT_RELRSZ, {plain_size}}, {DT_RELRENT, {WORD}}};
  return write_dynamic(elf, more, sizeof(more) / sizeof(*more));
}

bool gj_relink(gj_bytes file, void *engine, uintptr_t loaded_at, gj_prepared_key *key) {
  gj_elf elf = {.bytes = file.data, .size = file.size, .loaded_at = loaded_at};
  bool is_done = look_at(&elf) && rewrite(&elf, engine, key);
  free(elf.late);
  free(elf.kept);
  free(elf.plain);
  return is_done;
}
