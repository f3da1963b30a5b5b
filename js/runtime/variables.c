/* SPDX-License-Identifier: MIT */
/* The environment variables of the runtime, and whether the user who set them is trusted. */
#include <linux/capability.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/runtime.h"

/* As in Node: the program's only extra right is to listen on low ports. */
static bool may_only_bind(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];
  return syscall(SYS_capget, &header, data) == 0 && data[1].permitted == 0 &&
         data[0].permitted == (uint32_t)1 << CAP_NET_BIND_SERVICE;
}

const char *gj_variable(const char *name) {
  static atomic_int known = -1; /* process: does not change while a program runs */
  int secure = atomic_load(&known);
  if (secure < 0) {
    secure = getauxval(AT_SECURE) != 0 && !may_only_bind();
    atomic_store(&known, secure);
  }
  if (secure != 0 || getuid() != geteuid() || getgid() != getegid()) {
    return NULL;
  }
  return getenv(name); /* environment: checked above */
}

/* Variables that the libraries below obey without asking: options of the engine, some of which name
 * files to write to; where ICU finds its data; switches of GLib and of the engine's allocator. */
static bool is_for_libraries(const char *entry) {
  static const char *const begins[] = {"JSC_", "ICU_", "G_", "GIO_", "GIGACAGE_", "bmalloc_"};
  for (size_t i = 0; i < sizeof(begins) / sizeof(begins[0]); i++) {
    if (strncmp(entry, begins[i], strlen(begins[i])) == 0) {
      return true;
    }
  }
  return strncmp(entry, "Malloc=", strlen("Malloc=")) == 0;
}

void gj_variables_clean(void) {
  if (getauxval(AT_SECURE) == 0) {
    return;
  }
  char **kept = environ;
  for (char **entry = environ; *entry != NULL; entry++) {
    if (!is_for_libraries(*entry)) {
      *kept++ = *entry;
    }
  }
  *kept = NULL;
}
