/* SPDX-License-Identifier: MIT */
/* Proves that failures return -1 and that their reason is kept with the library until it is closed,
 * even if there is no memory for the reason. */
#include "fake_root.h"
#include "starve.h"
#include "uv.h"

static void check_reason(const uv_lib_t *lib, const char *part) {
  for (int times = 0; times < 2; times++) {
    CHECK(strstr(uv_dlerror(lib), part) != NULL);
  }
}

int main(void) {
  CHECK_EQ(uv_replace_allocator(starve_malloc, starve_realloc, starve_calloc, starve_free), 0);
  starve.until_failure = -1;
  uv_lib_t lib;
  memset(&lib, '#', sizeof(lib));
  CHECK_EQ(uv_dlopen("no-such-library.so", &lib), -1);
  check_reason(&lib, "no-such-library.so");
  uv_dlclose(&lib);
  CHECK_STR(uv_dlerror(&lib), "no error");
  CHECK_EQ(starve.live, 0);

  fake_root_make();
  fake_file("/text.so", "not a library");
  char path[PATH_MAX + 16];
  snprintf(path, sizeof(path), "%s/text.so", fake_root);
  CHECK_EQ(uv_dlopen(path, &lib), -1);
  check_reason(&lib, "text.so");
  uv_dlclose(&lib);

  void *symbol = &lib;
  CHECK_EQ(uv_dlopen(NULL, &lib), 0);
  CHECK_EQ(uv_dlsym(&lib, "no_such_symbol", &symbol), -1);
  CHECK(symbol == NULL);
  check_reason(&lib, "no_such_symbol");
  CHECK_EQ(uv_dlsym(&lib, "strlen", &symbol), 0);
  CHECK(symbol != NULL);
  CHECK_EQ(uv_dlsym(&lib, "neither_this", &symbol), -1);
  check_reason(&lib, "neither_this");
  uv_dlclose(&lib);
  CHECK_STR(uv_dlerror(&lib), "no error");
  CHECK_EQ(starve.live, 0);

  starve.until_failure = 0;
  CHECK_EQ(uv_dlopen("no-such-library.so", &lib), -1);
  check_reason(&lib, "memory");
  starve.until_failure = 0;
  CHECK_EQ(uv_dlsym(&lib, "no_such_symbol", &symbol), -1);
  check_reason(&lib, "memory");
  uv_dlclose(&lib);
  CHECK_EQ(starve.live, 0);
  return 0;
}
