/* SPDX-License-Identifier: MIT */
/* Proves that a library can be opened, its symbols found and the library closed, and that NULL is
 * the program itself. */
#include <dlfcn.h>

#include "../check.h"
#include "uv.h"

int main(void) {
  uv_lib_t lib;
  memset(&lib, '#', sizeof(lib));
  CHECK_EQ(uv_dlopen("libm.so.6", &lib), 0);
  CHECK_STR(uv_dlerror(&lib), "no error");
  void *symbol = NULL;
  CHECK_EQ(uv_dlsym(&lib, "cbrt", &symbol), 0);
  CHECK(symbol != NULL);
  double (*cbrt_of)(double) = (double (*)(double))symbol;
  double root = cbrt_of(27);
  CHECK(root > 2.999999 && root < 3.000001);
  uv_dlclose(&lib);
  CHECK(lib.handle == NULL);
  uv_dlclose(&lib);

  CHECK_EQ(uv_dlopen(NULL, &lib), 0);
  /* An earlier failure of other code, which nobody has read yet, is not reported. */
  CHECK(dlopen("no-such-library.so", RTLD_LAZY) == NULL);
  CHECK_EQ(uv_dlsym(&lib, "strlen", &symbol), 0);
  CHECK(symbol == dlsym(RTLD_DEFAULT, "strlen"));
  uv_dlclose(&lib);
  return 0;
}
