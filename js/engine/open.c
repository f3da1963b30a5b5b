/* SPDX-License-Identifier: MIT */
/* Opens the engine, before anything of it is used: the prepared one (prepared.h) if there is one
 * that fits, else the system's library as it is. An update of the system's library is therefore in
 * effect from the next start on: its build is compared at each start. */
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/api_glib.h"
#include "engine/beside.h"
#include "engine/prepared.h"
#include "engine/private.h"

gj_api_table gj_api;   /* process: filled once */
gj_glib_table gj_glib; /* process: filled once */

static const char *const api_names[] = {
#define JSC(name) #name,
#include "engine/api.def"
#undef JSC
    NULL};

static const char *const glib_names[] = {
#define GLIB(name) #name,
#include "engine/api_glib.def"
#undef GLIB
    NULL};

/* --- which library the system has */

static bool identify(int fd, gj_prepared_key *key) {
  struct stat info;
  uint8_t head[4096];
  ssize_t size = pread(fd, head, sizeof(head), 0);
  if (size <= 0 || fstat(fd, &info) != 0 || !gj_build_in_file(head, (size_t)size, key->build)) {
    return false;
  }
  key->size = (uint64_t)info.st_size;
  key->modified_s = info.st_mtime;
  return true;
}

bool gj_prepared_identify(const char *path, gj_prepared_key *key) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  bool is_known = fd >= 0 && strlen(path) < sizeof(key->path) && identify(fd, key);
  if (fd >= 0) {
    close(fd);
  }
  if (is_known) {
    snprintf(key->path, sizeof(key->path), "%s", path);
  }
  return is_known;
}

/* What the loader's list of libraries says: that the engine is at that path, and nowhere else; that
 * it is elsewhere; or nothing, because the list is made only when all packages are installed. */
typedef enum { ELSEWHERE, UNLISTED, LISTED } gj_listing;

/* The list has the paths as texts, each with a zero before and after it. */
static gj_listing look_up(const char *list, size_t size, const char *path) {
  static const char name[] = "/" GJ_ENGINE_FILE;
  const char *found = memmem(list, size, name, sizeof(name));
  if (found == NULL) {
    return UNLISTED;
  }
  const char *after = found + sizeof(name);
  size_t before = strlen(path) - (sizeof(name) - 1);
  bool is_it = strlen(path) >= sizeof(name) &&
               memmem(after, size - (size_t)(after - list), name, sizeof(name)) == NULL &&
               (size_t)(found - list) > before && found[-(ptrdiff_t)before - 1] == '\0' &&
               memcmp(found - before, path, strlen(path)) == 0;
  return is_it ? LISTED : ELSEWHERE;
}

static gj_listing listing(const char *path) {
  struct stat info;
  gj_listing found = UNLISTED;
  int fd = open("/etc/ld.so.cache", O_RDONLY | O_CLOEXEC);
  if (fd >= 0 && fstat(fd, &info) == 0 && info.st_size > 0) {
    void *list = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (list != MAP_FAILED) {
      found = look_up(list, (size_t)info.st_size, path);
      munmap(list, (size_t)info.st_size);
    }
  }
  if (fd >= 0) {
    close(fd);
  }
  return found;
}

/* Variables of the loader may name other libraries, or some to be searched first. */
static bool is_loader_changed(void) {
  for (char **entry = environ; *entry != NULL; entry++) {
    if (strncmp(*entry, "LD_", 3) == 0) {
      return true;
    }
  }
  return access("/etc/ld.so.preload", F_OK) == 0;
}

static bool fits(const gj_prepared_key *key, gj_listing least) {
  gj_prepared_key now = {0};
  return !is_loader_changed() && key->path[sizeof(key->path) - 1] == '\0' &&
         listing(key->path) >= least && gj_prepared_identify(key->path, &now) &&
         memcmp(now.build, key->build, sizeof(key->build)) == 0 && now.size == key->size &&
         now.modified_s == key->modified_s;
}

bool gj_prepared_may_fit(const gj_prepared_key *key) { return fits(key, UNLISTED); }

/* --- opening */

/* What the engine calls is bound at once, as its file says. The C++ library has a thousand
 * functions that would be looked up as well, and few are called. */
enum { HOW = RTLD_LAZY | RTLD_GLOBAL };

static bool is_prepared; /* process: set before the engine starts */

static bool read_key(int fd, off_t size, gj_prepared_key *key) {
  gj_prepared_key inside;
  return size > (off_t)sizeof(*key) &&
         pread(fd, key, sizeof(*key), size - (off_t)sizeof(*key)) == (ssize_t)sizeof(*key) &&
         memcmp(key->magic, GJ_PREPARED_MAGIC, sizeof(key->magic)) == 0 &&
         key->count <= GJ_LATER_MOST && key->fences.count <= GJ_FENCES_MOST &&
         pread(fd, &inside, sizeof(inside), (off_t)key->at) == (ssize_t)sizeof(inside) &&
         memcmp(&inside, key, sizeof(inside)) == 0;
}

static bool start_with(void *engine, const gj_prepared_key *key, int file) {
  struct link_map *map;
  if (dlinfo(engine, RTLD_DI_LINKMAP, &map) != 0 ||
      memcmp((const char *)map->l_addr + key->at, key, sizeof(*key)) != 0) {
    return false;
  }
  gj_later_start(map->l_addr, (const gj_later *)(map->l_addr + key->later), key->count);
  gj_fences_replace(map->l_addr, &key->fences, file);
  return true;
}

/* The loader opens the path again. If the file was replaced meanwhile, its key has to be read
 * again: the loader cannot give a library up. */
static bool start_again(void *engine, const char *path, gj_listing least) {
  struct stat info;
  gj_prepared_key key;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  bool is_started = fd >= 0 && fstat(fd, &info) == 0 && read_key(fd, info.st_size, &key) &&
                    fits(&key, least) && start_with(engine, &key, fd);
  if (fd >= 0) {
    close(fd);
  }
  return is_started;
}

static void *open_file(int fd, const struct stat *info, const char *path, gj_listing least) {
  gj_prepared_key key;
  void *engine = read_key(fd, info->st_size, &key) && fits(&key, least) ? dlopen(path, HOW) : NULL;
  if (engine != NULL && !start_with(engine, &key, fd) && !start_again(engine, path, least)) {
    fprintf(stderr, "gyre: %s was replaced while it was opened; please try again\n", path);
    exit(127);
  }
  return engine;
}

static void *open_prepared(void) {
  char path[GJ_BESIDE_PATH];
  struct stat info;
  void *engine = NULL;
  if (!gj_private_wants(GJ_PART_prepared) || getauxval(AT_SECURE) != 0) {
    return NULL;
  }
  int fd = gj_beside_open("engine", path, &info);
  if (fd >= 0) {
    engine = open_file(fd, &info, path, LISTED);
    close(fd);
  }
  return engine;
}

static void use(void *engine) {
  if (engine == NULL || !gj_library_fill(engine, api_names, &gj_api) ||
      !gj_library_fill(engine, glib_names, &gj_glib)) {
    fprintf(stderr, "gyre: cannot open the JavaScript engine: %s\n", dlerror());
    exit(127); /* as the loader would */
  }
}

void gj_engine_open(void) {
  void *engine = open_prepared();
  is_prepared = engine != NULL;
  use(is_prepared ? engine : dlopen(GJ_ENGINE_FILE, HOW));
}

bool gj_open_is_prepared(void) { return is_prepared; }

bool gj_open_sample_prepared(gj_context js) {
  (void)js;
  return is_prepared;
}

/* --- samples of a file that was just made */

/* Something of the language, and of each library that is opened later. */
bool gj_engine_sample(char *said, size_t size) {
  static const char text[] =
      "(() => { let sum = 0; for (let i = 0; i < 1e5; i++) sum += Math.sqrt(i) * (i % 7);"
      "try { null.x } catch (e) { sum += e instanceof TypeError }"
      "return [sum, [3, 1, 2].sort(), /\\p{Lu}+(?<=B)/u.exec('xAB')[0], 2n ** 70n,"
      "JSON.stringify({ a: [1, { b: new Date(0) }] }), new Uint8Array(9).fill(3),"
      "new Intl.NumberFormat('de-DE').format(1234567.891), '\\u00c5'.normalize('NFD').length,"
      "['z', '\\u00e4', 'a'].sort(new Intl.Collator('sv').compare),"
      "new Date(0).toLocaleString('en-GB', { timeZone: 'Europe/Berlin' }),"
      "'\\u0130I'.toLocaleLowerCase('tr').length, new Intl.PluralRules('ar').select(3),"
      "new Intl.DateTimeFormat('en', { timeZone: 'utc' }).resolvedOptions().timeZone,"
      "new Date(2020, 6).toString(), globalThis.Temporal?.Instant.fromEpochMilliseconds(0)"
      ".toZonedDateTimeISO('UTC'), Intl.supportedValuesOf('timeZone')].join().slice(0, 3000) "
      "})()";
  if (JSEvaluateScript == NULL) {
    use(dlopen(GJ_ENGINE_FILE, HOW));
  }
  gj_zones_put_off();
  JSGlobalContextRef js = JSGlobalContextCreateInGroup(JSContextGroupCreate(), NULL);
  gj_zones_put_back();
  JSStringRef script = JSStringCreateWithUTF8CString(text);
  JSValueRef value = JSEvaluateScript(js, script, NULL, NULL, 1, NULL);
  JSStringRef string = value == NULL ? NULL : JSValueToStringCopy(js, value, NULL);
  return string != NULL && JSStringGetUTF8CString(string, said, size) > 1;
}

int gj_engine_try(const char *path) {
  struct stat info;
  char said[4096];
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  void *engine = fd >= 0 && fstat(fd, &info) == 0 ? open_file(fd, &info, path, UNLISTED) : NULL;
  if (engine == NULL) {
    fprintf(stderr, "gyre: %s: it cannot be opened\n", path);
    return 1;
  }
  use(engine);
  is_prepared = true;
  if (!gj_engine_sample(said, sizeof(said)) || !gj_later_resolve_all()) {
    return 1;
  }
  return fputs(said, stdout) == EOF || fflush(stdout) == EOF;
}
