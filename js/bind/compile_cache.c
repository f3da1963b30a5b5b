/* SPDX-License-Identifier: MIT */
/* The compile cache's files (js/lib/internal/modules/compile_cache.js): one for each program, with
 * the bytecode of the texts that it has loaded. */
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bind/pack.h"
#include "engine/memory.h"
#include "runtime/runtime.h"

static const uint64_t LATE = 10u * 1000 * 1000 * 1000; /* ns after the start of an automatic one */
static const size_t MOST = 256u << 20;                 /* bytes of all automatic ones */
static const size_t SHARE = 16; /* one in so many bytes of a file has to be new */

static _Thread_local struct {
  char path[GJ_PACK_PATH];      /* of the program's file, without its ending */
  char directory[GJ_PACK_PATH]; /* of automatic ones; otherwise empty */
  const gj_pack *pack;
  bool is_started;
  bool was_fresh; /* the last text had no bytecode */
} here;

static uint64_t hash_of(gj_context js, gj_value text) {
  gj_chars chars;
  gj_chars_look(js, text, &chars);
  uint64_t hash = chars.narrow != NULL ? gj_pack_hash(chars.narrow, chars.length)
                                       : ~gj_pack_hash(chars.wide, chars.length * 2);
  gj_chars_free(&chars);
  return hash;
}

/* start(): a number that identifies the engine's build; 0 if it cannot be found. */
GJ_FUNCTION(start) {
  uint32_t version = gj_kept_version();
  if (version != 0 && !here.is_started) {
    gj_runtime_at_stop(gj_kept_forget);
    here.is_started = true;
  }
  return gj_number(js, version);
}

/* --- writing */

typedef struct {
  char path[GJ_PACK_PATH], directory[GJ_PACK_PATH];
  gj_kept_lot lot;
} gj_late;

static void take(gj_kept_label label, gj_bytes bytes, void *made) {
  gj_pack_add(made, label, bytes);
}

/* A cache that cannot be written is not an error of the program. */
static void write_pack(const char *path, const char *directory, gj_kept_lot lot) {
  gj_pack_new made;
  if (lot.count == 0 || !gj_pack_create(&made, path)) {
    free(lot.list);
    return;
  }
  gj_kept_take(lot, take, &made);
  gj_pack_add_rest(&made, gj_pack_open(path)); /* others may have written it */
  if (gj_pack_finish(&made) && directory[0] != '\0') {
    gj_pack_trim(directory, MOST);
  }
}

static void *write_on_thread(void *arg) {
  gj_late *late = arg;
  write_pack(late->path, late->directory, late->lot);
  free(late);
  return NULL;
}

static bool is_worth_it(void) {
  return gj_kept_news() > 0 && gj_kept_news() >= gj_pack_size(here.pack) / SHARE;
}

/* A program that runs for long, as servers do, may never end by itself, and must not wait. */
static void write_late(void) {
  pthread_t thread;
  sigset_t all, before;
  if (!is_worth_it()) {
    gj_kept_forget();
    return;
  }
  gj_late *late = gj_memory_new(sizeof(*late), "a cache");
  memcpy(late->path, here.path, sizeof(late->path));
  memcpy(late->directory, here.directory, sizeof(late->directory));
  late->lot = gj_kept_detach();
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int err = pthread_create(&thread, NULL, write_on_thread, late);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (err == 0) {
    pthread_detach(thread);
  } else {
    free(late->lot.list);
    free(late);
  }
}

/* save(always): writes what is new, if it is a part of the file that is worth it, or always. */
GJ_FUNCTION(save) {
  if (gj_kept_news() > 0 && (is_worth_it() || gj_to_bool(js, argv[0]))) {
    write_pack(here.path, here.directory, gj_kept_detach());
  }
  return gj_undefined(js);
}

/* --- reading */

/* open(prefix, program, directory): from now on texts are looked for in this file. If nobody has
 * asked for it, the directory is that of all such files. */
GJ_FUNCTION(open_pack) {
  gj_text prefix;
  gj_text directory;
  gj_text_get(js, argv[0], &prefix);
  gj_text_get(js, argv[2], &directory);
  snprintf(here.path, sizeof(here.path), "%.*s%016" PRIx64, GJ_PACK_PATH - 64, prefix.data,
           hash_of(js, argv[1]));
  snprintf(here.directory, sizeof(here.directory), "%s", directory.data);
  gj_kept_until(uv_hrtime() + LATE, here.directory[0] != '\0' ? write_late : NULL);
  gj_text_free(&directory);
  gj_text_free(&prefix);
  here.pack = gj_pack_open(here.path);
  return gj_undefined(js);
}

/* run(text, url, key): the value of the script, run with its bytecode if there is some. */
GJ_FUNCTION(run) {
  gj_text url;
  gj_kept_label label = {hash_of(js, argv[2]), hash_of(js, argv[0])};
  gj_bytes bytes = gj_pack_find(here.pack, label);
  here.was_fresh = bytes.data == NULL;
  gj_text_get(js, argv[1], &url);
  gj_value value = gj_kept_run(js, argv[0], url.data, label, bytes, exception);
  gj_text_free(&url);
  return value;
}

/* expect(text, key): the module that is made next has this text. */
GJ_FUNCTION(expect) {
  gj_kept_label label = {hash_of(js, argv[1]), hash_of(js, argv[0])};
  gj_bytes bytes = gj_pack_find(here.pack, label);
  here.was_fresh = bytes.data == NULL;
  gj_kept_expect(label, bytes);
  return gj_undefined(js);
}

/* hasModules(): whether those can be kept. */
GJ_FUNCTION(has_modules) { return gj_bool(js, gj_kept_has_modules()); }

/* wasFresh(): whether the last text had no bytecode. */
GJ_FUNCTION(fresh) { return gj_bool(js, here.was_fresh); }

/* dropLast(): the text that was run last, and was fresh, gets none. */
GJ_FUNCTION(drop_last) {
  gj_kept_drop_last();
  return gj_undefined(js);
}

/* isOwn(path): whether there is a directory of that name which belongs to the user; undefined:
 * there is nothing. */
GJ_FUNCTION(is_own) {
  gj_text path;
  struct stat info;
  gj_text_get(js, argv[0], &path);
  int err = stat(path.data, &info);
  gj_text_free(&path);
  return err != 0 ? gj_undefined(js)
                  : gj_bool(js, S_ISDIR(info.st_mode) && info.st_uid == geteuid());
}

gj_object gj_bind_compile_cache(gj_context js) {
  static const gj_export exports[] = {{"start", start},    {"open", open_pack},
                                      {"run", run},        {"expect", expect},
                                      {"wasFresh", fresh}, {"dropLast", drop_last},
                                      {"save", save},      {"hasModules", has_modules},
                                      {"isOwn", is_own},   {NULL, NULL}};
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  return binding;
}
