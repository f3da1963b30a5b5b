/* SPDX-License-Identifier: MIT */
/* Scripts in realms of their own, for js/lib/vm.js. A realm is known by its global; without one,
 * the script runs in the program's own. */
#include <stdio.h>
#include <stdlib.h>

#include "runtime/runtime.h"

static gy_context context_of(gy_context js, gy_value realm) {
  return gy_is_object(js, realm) ? gy_realm_context((gy_object)realm) : js;
}

/* create(sandbox): the global of a new realm; undefined: the engine cannot. */
GY_FUNCTION(create) {
  if (!gy_realm_can()) {
    return gy_undefined(js);
  }
  gy_object global = gy_realm_new(js, gy_as_object(js, argv[0]));
  gy_context realm = gy_realm_context(global);
  gy_context_on_rejection(realm, gy_pin_object(&gy_runtime_self()->on_rejection));
  gy_realm_bare(true);
  gy_promises_mend(realm);
  gy_realm_bare(false);
  return global;
}

/* canLimit(): whether evaluate takes seconds. */
GY_FUNCTION(can_limit) { return gy_bool(js, gy_realm_can_limit()); }

/* check(source, url, firstLine, realm): undefined, or the syntax error. */
GY_FUNCTION(check) {
  gy_text url;
  gy_text_get(js, argv[1], &url);
  gy_value error =
      gy_realm_check(context_of(js, argv[3]), argv[0], url.data, gy_to_int32(js, argv[2]));
  gy_text_free(&url);
  return error == NULL ? gy_undefined(js) : error;
}

/* What the engine ends for its time, it ends down to the outermost call: no JavaScript can run any
 * more. */
static _Noreturn void out_of_time(double limit_s) {
  uv_tty_reset_mode();
  fprintf(stderr,
          "gyre: a script of vm ran longer than its timeout of %g ms, and the engine can stop it "
          "only together with the program\n",
          limit_s * 1000);
  exit(1);
}

/* evaluate(source, url, firstLine, realm, seconds): the value of the script; 0 seconds: no limit.
 */
GY_FUNCTION(evaluate) {
  gy_context realm = context_of(js, argv[3]);
  int first_line = gy_to_int32(js, argv[2]);
  double limit_s = gy_to_number(js, argv[4]);
  gy_text url;
  gy_text_get(js, argv[1], &url);
  gy_value value;
  if (limit_s > 0) {
    bool ended;
    value = gy_realm_eval_limited(realm, argv[0], url.data, first_line, limit_s, &ended, exception);
    if (ended) {
      out_of_time(limit_s);
    }
  } else {
    value = gy_eval(realm, argv[0], url.data, first_line, exception);
  }
  gy_text_free(&url);
  return value == NULL ? gy_undefined(js) : value;
}

/* bare(on): while on, globals show their own names only. */
GY_FUNCTION(bare) {
  gy_realm_bare(gy_to_bool(js, argv[0]));
  return gy_undefined(js);
}

gy_object gy_bind_contextify(gy_context js) {
  static const gy_export exports[] = {
      {"create", create}, {"check", check},        {"evaluate", evaluate},
      {"bare", bare},     {"canLimit", can_limit}, {NULL, NULL},
  };
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  return binding;
}
