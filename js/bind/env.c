/* SPDX-License-Identifier: MIT */
/* The environment, for js/lib/internal/process/env.js. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/runtime.h"

/* What the C library keeps of the time zone follows its variable. */
static void zone_may_have_changed(const char *name) {
  if (strcmp(name, "TZ") == 0) {
    tzset();
  }
}

/* process: the environment is; and how often it was changed. */
static atomic_uint changes;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* all(): name, value, name, value... as the process has them. */
GY_FUNCTION(all) {
  uv_env_item_t *items;
  int count;
  gy_object list = gy_array(js, 0, NULL);
  pthread_mutex_lock(&lock);
  int err = uv_os_environ(&items, &count);
  pthread_mutex_unlock(&lock);
  if (err == 0) {
    for (int i = 0; i < count; i++) {
      gy_set_index(js, list, (unsigned)i * 2, gy_string(js, items[i].name));
      gy_set_index(js, list, (unsigned)i * 2 + 1, gy_string(js, items[i].value));
    }
    uv_os_free_environ(items, count);
  }
  return list;
}

/* set(name, value): a negative error number for names that cannot be. */
GY_FUNCTION(set) {
  gy_text name;
  gy_text value;
  gy_text_get(js, argv[0], &name);
  gy_text_get(js, argv[1], &value);
  pthread_mutex_lock(&lock);
  int err = uv_os_setenv(name.data, value.data);
  zone_may_have_changed(name.data);
  atomic_fetch_add(&changes, 1);
  pthread_mutex_unlock(&lock);
  gy_text_free(&name);
  gy_text_free(&value);
  return gy_number(js, err);
}

GY_FUNCTION(unset) {
  gy_text name;
  gy_text_get(js, argv[0], &name);
  pthread_mutex_lock(&lock);
  int err = uv_os_unsetenv(name.data);
  zone_may_have_changed(name.data);
  atomic_fetch_add(&changes, 1);
  pthread_mutex_unlock(&lock);
  gy_text_free(&name);
  return gy_number(js, err);
}

/* version(): another number when something has changed. */
GY_FUNCTION(version) { return gy_number(js, atomic_load(&changes)); }

/* read(name): undefined if it is not set. */
GY_FUNCTION(read_one) {
  gy_text name;
  gy_text_get(js, argv[0], &name);
  const char *value = getenv(name.data); /* environment: as process.env has it */
  gy_text_free(&name);
  return value == NULL ? gy_undefined(js) : gy_string(js, value);
}

/* trusted(name): the same for what the runtime goes by; undefined also if the environment is the
 * word of somebody with fewer rights. */
GY_FUNCTION(trusted) {
  gy_text name;
  gy_text_get(js, argv[0], &name);
  const char *value = gy_variable(name.data);
  gy_text_free(&name);
  return value == NULL ? gy_undefined(js) : gy_string(js, value);
}

gy_object gy_bind_env(gy_context js) {
  static const gy_export exports[] = {
      {"all", all},         {"set", set},         {"unset", unset}, {"read", read_one},
      {"trusted", trusted}, {"version", version}, {NULL, NULL},
  };
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  return binding;
}
