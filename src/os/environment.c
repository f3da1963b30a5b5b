/* SPDX-License-Identifier: MIT */
/* Environment variables, one by one and all at once. Programs call it; libgyre itself uses
 * gy_environment_get. */
#include "os/environment.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buffer.h"
#include "uv.h"

const char *gy_environment_get(const char *name) { return secure_getenv(name); }

bool gy_environment_asks(void) {
  for (char **entry = environ; entry != NULL && *entry != NULL; entry++) {
    if ((*entry)[0] == 'G' && (*entry)[1] == 'Y' && strncmp(*entry, "GYRE_", 5) == 0) {
      return true;
    }
  }
  return false;
}

int uv_os_getenv(const char *name, char *buffer, size_t *size) {
  int err = name == NULL ? UV_EINVAL : gy_buffer_check(buffer, size);
  if (err != 0) {
    return err;
  }
  const char *value = getenv(name); /* environment: the program asks, not we */
  return value == NULL ? UV_ENOENT : gy_buffer_put(buffer, size, value, strlen(value));
}

int uv_os_setenv(const char *name, const char *value) {
  if (name == NULL || value == NULL) {
    return UV_EINVAL;
  }
  return setenv(name, value, 1) == 0 ? 0 : -errno;
}

int uv_os_unsetenv(const char *name) {
  if (name == NULL) {
    return UV_EINVAL;
  }
  return unsetenv(name) == 0 ? 0 : -errno;
}

/* Entries without an equals sign, which exec allows, have neither name nor value. */
static char *const *next_variable(char *const *entry) {
  while (entry != NULL && *entry != NULL && strchr(*entry, '=') == NULL) {
    entry++;
  }
  return entry;
}

int uv_os_environ(uv_env_item_t **envitems, int *count) {
  *envitems = NULL;
  *count = 0;
  size_t total = 0;
  size_t size = 0;
  char *const *entry = next_variable(environ);
  for (; entry != NULL && *entry != NULL; entry = next_variable(entry + 1)) {
    total++;
    size += sizeof(**envitems) + strlen(*entry) + 1;
  }
  if (total == 0) {
    return 0;
  }
  /* The array and, behind it, the texts: one allocation. */
  uv_env_item_t *items = total > INT_MAX ? NULL : gy_alloc(size);
  if (items == NULL) {
    return UV_ENOMEM;
  }
  char *texts = (char *)(items + total);
  entry = environ;
  for (size_t i = 0; i < total; i++, entry++) {
    entry = next_variable(entry);
    items[i].name = texts;
    texts = stpcpy(texts, *entry) + 1;
    char *equals = strchr(items[i].name, '=');
    *equals = '\0';
    items[i].value = equals + 1;
  }
  *envitems = items;
  *count = (int)total;
  return 0;
}

void uv_os_free_environ(uv_env_item_t *envitems, int count) {
  (void)count;
  gy_free(envitems);
}
