/* SPDX-License-Identifier: MIT */
/* The environment, for js/lib/internal/process/env.js. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/runtime.h"

/* The C library's time zone follows its variable. */
static void zone_may_have_changed(const char *name) {
  if (strcmp(name, "TZ") == 0) {
    tzset();
  }
}

/* process: the environment belongs to it; and how often it was changed. */
static atomic_uint changes;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* all(): name, value, name, value... as the process has them. */
GJ_FUNCTION(all) {
  uv_env_item_t *items;
  int count;
  gj_object list = gj_array(js, 0, NULL);
  pthread_mutex_lock(&lock);
  int err = uv_os_environ(&items, &count);
  pthread_mutex_unlock(&lock);
  if (err == 0) {
    for (int i = 0; i < count; i++) {
      gj_set_index(js, list, (unsigned)i * 2, gj_string(js, items[i].name));
      gj_set_index(js, list, (unsigned)i * 2 + 1, gj_string(js, items[i].value));
    }
    uv_os_free_environ(items, count);
  }
  return list;
}

/* set(name, value): a negative error number for names that cannot be. */
GJ_FUNCTION(set) {
  gj_text name;
  gj_text value;
  gj_text_get(js, argv[0], &name);
  gj_text_get(js, argv[1], &value);
  pthread_mutex_lock(&lock);
  int err = uv_os_setenv(name.data, value.data);
  zone_may_have_changed(name.data);
  atomic_fetch_add(&changes, 1);
  pthread_mutex_unlock(&lock);
  gj_text_free(&name);
  gj_text_free(&value);
  return gj_number(js, err);
}

GJ_FUNCTION(unset) {
  gj_text name;
  gj_text_get(js, argv[0], &name);
  pthread_mutex_lock(&lock);
  int err = uv_os_unsetenv(name.data);
  zone_may_have_changed(name.data);
  atomic_fetch_add(&changes, 1);
  pthread_mutex_unlock(&lock);
  gj_text_free(&name);
  return gj_number(js, err);
}

/* version(): another number when something has changed. */
GJ_FUNCTION(version) { return gj_number(js, atomic_load(&changes)); }

/* read(name): undefined if it is not set. */
GJ_FUNCTION(read_one) {
  gj_text name;
  gj_text_get(js, argv[0], &name);
  const char *value = getenv(name.data); /* environment: as process.env has it */
  gj_text_free(&name);
  return value == NULL ? gj_undefined(js) : gj_string(js, value);
}

/* trusted(name): the same for variables that the runtime obeys; undefined also if a caller with
 * fewer rights has set the environment. */
GJ_FUNCTION(trusted) {
  gj_text name;
  gj_text_get(js, argv[0], &name);
  const char *value = gj_variable(name.data);
  gj_text_free(&name);
  return value == NULL ? gj_undefined(js) : gj_string(js, value);
}

gj_object gj_bind_env(gj_context js) {
  static const gj_export exports[] = {
      {"all", all},         {"set", set},         {"unset", unset}, {"read", read_one},
      {"trusted", trusted}, {"version", version}, {NULL, NULL},
  };
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  return binding;
}
