/* SPDX-License-Identifier: MIT */
/* Files of the library as bytecode, made in advance (gyre --write-bytecode), so that they need not
 * be parsed at a start. The engine has what this takes, for its own programs: it can write the
 * bytecode of a script, and asks each script that it is about to parse for such bytecode. The
 * scripts of the C interface have none; ours return a part of the file.
 *
 * The engine accepts bytecode only from the same build of itself, for the same text. So what we
 * assume about its objects is checked when the file is made, by a sample in that engine, and the
 * file records what was found. With another engine the file is not used. The file stays mapped,
 * because the engine decodes functions when they are first called. The engine believes that it has
 * mapped each text's bytecode itself, and unmaps it at the end; the kernel refuses that, because no
 * bytecode begins at a page boundary. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/beside.h"
#include "engine/build.h"
#include "engine/bytecode.h"
#include "engine/memory.h"
#include "engine/private.h"

enum { ALIGNMENT = 16, PAGE = 4096, FILE_HANDLE_SIZE = 256 };
static const char magic[8] = "gyre-bc7";
static const char no_bytecode_x86[] = "\x48\x89\xf8\x48\xc7\x07\0\0\0\0\xc3"; /* *result = NULL */

/* JSC::SourceCode */
typedef struct {
  void *provider;
  int32_t start, end;
  int32_t first_line, first_column; /* from 0 */
} gj_source_code;

/* The begin of the file, followed by the entries. */
typedef struct {
  char magic[sizeof(magic)];
  uint8_t build[GJ_BUILD];      /* the engine's build-id */
  uint32_t engine;              /* its version, by its own count */
  uint32_t text;                /* offset of the pointer to the text, in a script */
  uint8_t rest[GJ_CACHED_REST]; /* first bytes of those words */
  uint32_t has_programs;        /* bytecode of programs can be stored, too */
  uint32_t module_kind;         /* the kind of a module's code; 0: theirs cannot */
  uint64_t count;
  gj_learned learned;
} gj_bytecode_head;

typedef struct {
  uint64_t offset, size;
} gj_bytecode_entry;

/* process: the file; set by the sample, under the lock of the door */
static struct {
  const uint8_t *bytes;
  size_t size;
  gj_bytecode_head head;
} file;

static gj_methods methods; /* process: of the library's scripts, and of samples */

static _Thread_local struct {
  const void *script; /* the one that is about to run, and what it returns */
  gj_cached answer;
  bool is_taken; /* it was asked, and still not parsed: for samples */
} here;

/* --- the engine's objects */

static void *cached_bytecode(gj_cached **result, const void *self) {
  *result = NULL;
  if (self == here.script) {
    *result = gj_jsc.bytecode_malloc(sizeof(**result));
    **result = here.answer;
    here.script = NULL;
    here.is_taken = true;
  }
  return result;
}

/* The engine offers what it has made of a text: so it has refused ours. */
static void note_refusal(const void *self, const void *generator) {
  (void)self;
  (void)generator;
  here.is_taken = false;
}

/* Whether this is the method of scripts without bytecode. */
static bool gives_nothing(const void *method) {
  static const char branch_target[] = "\xf3\x0f\x1e\xfa"; /* some compilers put this first */
  size_t first = sizeof(branch_target) - 1;
  char code[sizeof(branch_target) + sizeof(no_bytecode_x86)];
  return gj_private_fetch(method, code, sizeof(code)) &&
         memcmp(code + (memcmp(code, branch_target, first) == 0 ? first : 0), no_bytecode_x86,
                sizeof(no_bytecode_x86) - 1) == 0;
}

static bool learn_methods(const void *script) {
  const uintptr_t *table;
  memcpy(&table, script, sizeof(table));
  if (!gj_private_fetch(table - 2, &methods, sizeof(methods)) ||
      !gives_nothing((const void *)methods.methods[GJ_CACHED_BYTECODE])) {
    return false;
  }
  gj_kept_learn(&methods);
  methods.methods[GJ_CACHED_BYTECODE] = (uintptr_t)cached_bytecode;
  methods.methods[GJ_CACHE_BYTECODE] = (uintptr_t)note_refusal;
  return true;
}

/* An ASCII text that is not empty and is never freed. */
static gj_text_body *body_new(const void *text, size_t size) {
  gj_text_body *body = NULL;
  gj_jsc.bytecode_text_held(&body, text, size);
  return body;
}

/* A text of the program. */
static gj_text_body *body_of(gj_context js, gj_value text) {
  gj_text_body *body = NULL;
  gj_chars chars;
  gj_chars_look(js, text, &chars);
  if (chars.narrow != NULL) {
    gj_jsc.bytecode_text(&body, chars.narrow, chars.length);
  } else {
    gj_jsc.bytecode_text_wide(&body, chars.wide, chars.length);
  }
  gj_chars_free(&chars);
  return body;
}

/* A script with the text, which it keeps. */
static void *script_new(gj_context js, const char *url, gj_text_body *body, size_t text_at) {
  JSStringRef name = JSStringCreateWithUTF8CString(url);
  JSStringRef nothing = JSStringCreateWithUTF8CString("");
  void *script = gj_jsc.bytecode_script(JSContextGetGroup(js), name, 1, nothing, NULL, NULL);
  JSStringRelease(nothing);
  JSStringRelease(name);
  if (script == NULL) {
    gj_memory_fatal("a script");
  }
  memcpy((uint8_t *)script + text_at, &body, sizeof(body));
  return script;
}

void gj_bytecode_fill(gj_cached *cached, gj_bytes bytes) {
  *cached =
      (gj_cached){.references = 1, .size = bytes.size, .data = bytes.data, .mapped = bytes.size};
  for (size_t i = 0; i < GJ_CACHED_REST; i++) {
    cached->rest[i] = file.head.rest[i];
  }
}

/* Runs the script and releases it. */
static gj_value run(gj_context js, void *script, gj_object self, gj_bytes bytes,
                    gj_value *exception) {
  const void *ours = methods.methods;
  memcpy(script, &ours, sizeof(ours));
  here.script = script;
  gj_bytecode_fill(&here.answer, bytes);
  gj_value value = gj_jsc.bytecode_run(js, script, self, exception);
  here.script = NULL; /* it is not asked if the engine already has the text */
  gj_jsc.bytecode_release(script);
  return value;
}

bool gj_bytecode_eval(gj_context js, size_t number, gj_bytes text, const char *url, gj_object self,
                      gj_value *exception) {
  if (!gj_private_has(GJ_PART_bytecode) || number >= file.head.count) {
    return false;
  }
  gj_bytecode_entry entry;
  memcpy(&entry, file.bytes + sizeof(file.head) + number * sizeof(entry), sizeof(entry));
  if (entry.size == 0 || entry.offset > file.size || entry.size > file.size - entry.offset ||
      entry.offset % PAGE == 0) {
    return false;
  }
  void *script = script_new(js, url, body_new(text.data, text.size), file.head.text);
  run(js, script, self, (gj_bytes){(uint8_t *)file.bytes + entry.offset, entry.size}, exception);
  return true;
}

void gj_bytecode_rest(void) { madvise((void *)file.bytes, file.size, MADV_DONTNEED); }

/* --- texts of the program, for kept.c */

uint32_t gj_bytecode_programs(void) {
  uint32_t number = 0;
  if (gj_private_has(GJ_PART_bytecode) && file.head.has_programs) {
    memcpy(&number, file.head.build, sizeof(number));
  }
  return number;
}

unsigned gj_bytecode_module_kind(void) { return file.head.module_kind; }

void *gj_bytecode_script(gj_context js, gj_value text, const char *url) {
  return script_new(js, url, body_of(js, text), file.head.text);
}

/* --- the file */

static bool map_file(void) {
  char path[GJ_BESIDE_PATH];
  struct stat info;
  int fd = gj_beside_open("bytecode", path, &info);
  if (fd < 0) {
    return false;
  }
  if (info.st_size > (off_t)sizeof(file.head)) {
    void *bytes = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (bytes != MAP_FAILED) {
      file.bytes = bytes;
      file.size = (size_t)info.st_size;
      memcpy(&file.head, bytes, sizeof(file.head));
    }
  }
  close(fd);
  return file.bytes != NULL;
}

/* Without a file, the build of the program is not complete. */
bool gj_bytecode_sample(gj_context js) {
  uint8_t build[GJ_BUILD];
  if (!gj_build_find((uintptr_t)gj_jsc.bytecode_version, build) || !map_file() ||
      memcmp(file.head.magic, magic, sizeof(magic)) != 0 ||
      memcmp(file.head.build, build, GJ_BUILD) != 0 ||
      file.head.engine != gj_jsc.bytecode_version() ||
      file.head.count > (file.size - sizeof(file.head)) / sizeof(gj_bytecode_entry)) {
    return false;
  }
  JSStringRef nothing = JSStringCreateWithUTF8CString("");
  void *script = gj_jsc.bytecode_script(JSContextGetGroup(js), nothing, 1, nothing, NULL, NULL);
  JSStringRelease(nothing);
  bool learned = script != NULL && learn_methods(script);
  if (script != NULL) {
    gj_jsc.bytecode_release(script);
  }
  return learned;
}

const gj_learned *gj_bytecode_learned(void) {
  static _Thread_local uint8_t program[GJ_BUILD];
  bool fits = gj_private_has(GJ_PART_bytecode) &&
              gj_build_find((uintptr_t)gj_bytecode_learned, program) &&
              memcmp(program, file.head.learned.program, sizeof(program)) == 0;
  return fits ? &file.head.learned : NULL;
}

/* --- making the file */

static bool has_text(uintptr_t word, const char *text) {
  gj_text_body body;
  char units[64];
  size_t size = strlen(text);
  return word % sizeof(void *) == 0 && gj_private_fetch((const void *)word, &body, sizeof(body)) &&
         body.length == size && gj_private_fetch(body.data, units, size) &&
         memcmp(units, text, size) == 0;
}

/* Exactly one word of a script points to its text. */
static bool find_text(gj_context js, uint32_t *at) {
  static const char sample[] = "/* the text of a sample */ 0";
  uintptr_t words[32];
  JSStringRef text = JSStringCreateWithUTF8CString(sample);
  void *script = gj_jsc.bytecode_script(JSContextGetGroup(js), NULL, 1, text, NULL, NULL);
  JSStringRelease(text);
  int count = 0;
  if (script == NULL) {
    return false;
  }
  bool learned = learn_methods(script);
  for (size_t i = 0; gj_private_fetch(script, words, sizeof(words)) && i < 32; i++) {
    if (has_text(words[i], sample)) {
      *at = (uint32_t)(i * sizeof(*words));
      count++;
    }
  }
  gj_jsc.bytecode_release(script);
  return learned && count == 1;
}

/* The bytecode of a text, or NULL. */
static gj_cached *make(gj_context js, const char *url, const char *text, size_t text_at) {
  struct {
    int fd;
    bool is_open;
    char rest[FILE_HANDLE_SIZE];
  } handle = {.fd = memfd_create("bytecode", MFD_CLOEXEC), .is_open = true};
  _Alignas(16) char error[512] = {0};
  gj_cached *made = NULL;
  void *script = script_new(js, url, body_new(text, strlen(text)), text_at);
  gj_source_code code = {script, 0, (int32_t)strlen(text), 0, 0};
  if (handle.fd >= 0) {
    gj_jsc.bytecode_generate(&made, JSContextGetGroup(js), &code, &handle, error);
    close(handle.fd);
  }
  gj_jsc.bytecode_release(script);
  bool fits = made != NULL && made->references == 1 && made->size == made->mapped && made->size > 0;
  return fits ? made : NULL;
}

/* Pointers belong to the object that was made; the others are small numbers, with arbitrary bytes
 * between them. */
static void learn_rest(const gj_cached *made, uint8_t rest[GJ_CACHED_REST]) {
  static const uint64_t LEAST = 4096, MOST = 1ull << 47;
  uint64_t words[GJ_CACHED_REST] = {0};
  gj_private_fetch(made->rest, words, sizeof(words));
  for (size_t i = 0; i < GJ_CACHED_REST; i++) {
    rest[i] = words[i] >= LEAST && words[i] < MOST ? 0 : (uint8_t)words[i];
  }
}

/* In a separate engine: whether the bytecode is accepted and works. */
static bool runs(gj_bytes bytes, const char *text, double expected) {
  JSContextGroupRef group = JSContextGroupCreate();
  JSGlobalContextRef js = JSGlobalContextCreateInGroup(group, NULL);
  gj_value exception = NULL;
  here.is_taken = false;
  void *script = script_new(js, "node:sample", body_new(text, strlen(text)), file.head.text);
  gj_value value = run(js, script, NULL, bytes, &exception);
  bool passed = exception == NULL && here.is_taken && JSValueToNumber(js, value, NULL) == expected;
  JSGlobalContextRelease(js);
  JSContextGroupRelease(group);
  return passed;
}

uint8_t *gj_bytecode_copy(gj_bytes made) {
  uint8_t *copy =
      mmap(NULL, made.size + ALIGNMENT, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (copy == MAP_FAILED) {
    return NULL;
  }
  memcpy(copy + ALIGNMENT, made.data, made.size);
  return copy + ALIGNMENT;
}

/* With a copy; and whether that is still there when the engine has ended. */
bool gj_bytecode_works(gj_bytes made, const char *text, double expected) {
  uint8_t first;
  uint8_t *copy = gj_bytecode_copy(made);
  return copy != NULL && runs((gj_bytes){copy, made.size}, text, expected) &&
         gj_private_fetch(copy, &first, 1) && first == made.data[0];
}

const char gj_bytecode_sample_text[] =
    "'use strict';{class A{#b=6;c(d){return()=>this.#b*d}}function f(){return new A().c(7)()}"
    "globalThis.sample=f;globalThis.unused=()=>[f,1];}sample()+sample()";

static bool proves(gj_context js, gj_bytecode_head *head) {
  gj_cached *made = make(js, "node:sample", gj_bytecode_sample_text, head->text);
  if (made == NULL) {
    return false;
  }
  learn_rest(made, head->rest);
  file.head = *head;
  return gj_bytecode_works((gj_bytes){(uint8_t *)made->data, made->size}, gj_bytecode_sample_text,
                           GJ_BYTECODE_SAMPLE);
}

static bool write_all(int fd, const void *data, size_t size, off_t at) {
  for (size_t done = 0; done < size;) {
    ssize_t now = pwrite(fd, (const char *)data + done, size - done, at + (off_t)done);
    if (now <= 0) {
      return false;
    }
    done += (size_t)now;
  }
  return true;
}

static bool write_entries(gj_context js, int fd, gj_bytecode_head *head,
                          const gj_bytecode_text *texts) {
  size_t at = sizeof(*head) + head->count * sizeof(gj_bytecode_entry);
  bool written = true;
  for (size_t i = 0; written && i < head->count; i++) {
    const gj_bytecode_text *text = &texts[i];
    gj_cached *made = text->text == NULL ? NULL : make(js, text->url, text->text, head->text);
    gj_bytecode_entry entry = {0, 0};
    if (made != NULL) {
      at = (at + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
      at += at % PAGE == 0 ? ALIGNMENT : 0;
      entry = (gj_bytecode_entry){at, made->size};
      written = write_all(fd, made->data, made->size, (off_t)at);
      at += made->size;
    }
    size_t place = sizeof(*head) + text->number * sizeof(entry);
    written = written && write_all(fd, &entry, sizeof(entry), (off_t)place);
  }
  return written && write_all(fd, head, sizeof(*head), 0);
}

/* Works if the symbols are there and a sample passes, with or without a file. */
const char *gj_bytecode_write(gj_context js, const char *path, const gj_bytecode_text *texts,
                              size_t count) {
  gj_beside_new made;
  gj_bytecode_head head = {.count = count};
  gj_private_has(GJ_PART_bytecode); /* finds the symbols */
  if (gj_jsc.bytecode_generate == NULL ||
      !gj_build_find((uintptr_t)gj_jsc.bytecode_version, head.build) ||
      !find_text(js, &head.text) || !proves(js, &head)) {
    return "this engine's bytecode cannot be kept";
  }
  head.has_programs = gj_kept_proves();
  if (gj_build_find((uintptr_t)gj_bytecode_learned, head.learned.program)) {
    gj_inside_learned(&head.learned);
    gj_modules_learned(js, &head.learned);
  }
  head.module_kind = head.has_programs ? gj_kept_proves_modules(&file.head.module_kind) : 0;
  memcpy(head.magic, magic, sizeof(magic));
  head.engine = gj_jsc.bytecode_version();
  const char *error = gj_beside_create(&made, path);
  if (error != NULL) {
    return error;
  }
  bool is_written = write_entries(js, made.fd, &head, texts);
  return gj_beside_finish(&made, is_written ? NULL : strerror(errno));
}
