/* SPDX-License-Identifier: MIT */
/* Scripts in realms of their own, for js/lib/vm.js. A realm is known by its global; without one,
 * the script runs in the program's own. */
#include <stdio.h>
#include <stdlib.h>

#include "bind/watchdog.h"
#include "runtime/runtime.h"

static gy_context context_of(gy_context js, gy_value realm) {
  return gy_is_object(js, realm) ? gy_realm_context((gy_object)realm) : js;
}

/* create(sandbox, canInherit, view, written): the global of a new realm, whose prototype may be the
 * sandbox's; `view` is a proxy of that, `written` gets what the realm sets of its own variables.
 * undefined: the engine cannot. */
GY_FUNCTION(create) {
  if (!gy_realm_can()) {
    return gy_undefined(js);
  }
  gy_object global = gy_realm_new(js, gy_as_object(js, argv[0]));
  gy_context realm = gy_realm_context(global);
  if (gy_to_bool(js, argv[1])) {
    gy_realm_free_prototype(realm, global);
  }
  gy_realm_watch(js, global, argv[2]);
  gy_realm_note_writes(global, argv[3]);
  gy_context_on_rejection(realm, gy_pin_object(&gy_runtime_self()->on_rejection));
  gy_realm_bare(true);
  gy_promises_mend(realm);
  gy_realm_bare(false);
  return global;
}

/* canLimit(): whether evaluate takes a limit. */
GY_FUNCTION(can_limit) { return gy_bool(js, gy_realm_can_limit() || gy_stop_works()); }

/* canInterrupt(): whether it can be ended by a signal. */
GY_FUNCTION(can_interrupt) { return gy_bool(js, gy_stop_works()); }

/* check(source, url, firstLine, realm): undefined, or the syntax error. */
GY_FUNCTION(check) {
  gy_text url;
  gy_text_get(js, argv[1], &url);
  gy_value error =
      gy_realm_check(context_of(js, argv[3]), argv[0], url.data, gy_to_int32(js, argv[2]));
  gy_text_free(&url);
  return error == NULL ? gy_undefined(js) : error;
}

/* What the engine ends for its time, it ends down to the outermost call. Where that cannot be taken
 * back no JavaScript can run any more. */
static _Noreturn void out_of_time(double limit_s) {
  uv_tty_reset_mode();
  fprintf(stderr,
          "gyre: a script of vm ran longer than its timeout of %g ms, and the engine can stop it "
          "only together with the program\n",
          limit_s * 1000);
  exit(1);
}

typedef struct {
  gy_context js;
  gy_value source;
  const char *url;
  int first_line;
} gy_script;

/* By the engine's own watchdog, where ours cannot end a script. */
static gy_value evaluate_slowly(const gy_script *script, double limit_ms, gy_value *exception) {
  bool ended = false;
  gy_value value = gy_realm_eval_limited(script->js, script->source, script->url,
                                         script->first_line, limit_ms / 1e3, &ended, exception);
  if (ended) {
    out_of_time(limit_ms / 1e3);
  }
  return value;
}

static gy_value evaluate_watched(const gy_script *script, double limit_ms, bool catches_sigint,
                                 gy_ended *ended, gy_value *exception) {
  gy_stop_prepare(script->js);
  gy_watchdog *watchdog = gy_watchdog_start(script->js, (uint64_t)limit_ms, catches_sigint);
  if (watchdog == NULL) {
    gy_throw(script->js, exception, "no thread can be made that would end the script");
    return NULL;
  }
  gy_value value = gy_eval(script->js, script->source, script->url, script->first_line, exception);
  *ended = gy_watchdog_stop(watchdog);
  if (*ended != GY_NOT_ENDED) {
    gy_stop_over(script->js);
    if (value != NULL) { /* it was done already */
      *ended = GY_NOT_ENDED;
    } else {
      *exception = NULL;
    }
  } else if (value == NULL) {
    gy_stop_go_on(script->js); /* another one may have ended it, and then us, too */
  }
  return value;
}

/* evaluate(source, url, firstLine, realm, milliseconds, catchesSigint, tell): the value of the
 * script. 0 milliseconds: no limit. tell(how) is called if it was ended: 1 for its time, 2 by the
 * signal. */
GY_FUNCTION(evaluate) {
  double limit_ms = gy_to_number(js, argv[4]);
  bool catches_sigint = argc > 5 && gy_to_bool(js, argv[5]);
  gy_ended ended = GY_NOT_ENDED;
  gy_text url;
  gy_text_get(js, argv[1], &url);
  gy_script script = {context_of(js, argv[3]), argv[0], url.data, gy_to_int32(js, argv[2])};
  gy_value value;
  if (limit_ms == 0 && !catches_sigint) {
    value = gy_eval(script.js, script.source, script.url, script.first_line, exception);
  } else if (gy_stop_works()) {
    value = evaluate_watched(&script, limit_ms, catches_sigint, &ended, exception);
  } else {
    value = evaluate_slowly(&script, limit_ms, exception);
  }
  gy_text_free(&url);
  if (ended != GY_NOT_ENDED) {
    gy_value how = gy_number(js, ended);
    gy_call_whole(js, gy_as_object(js, argv[6]), 1, &how, exception);
  }
  return value == NULL ? gy_undefined(js) : value;
}

/* load(realm, name, require): runs a file of the library there: its exports. The engine runs a
 * script in the realm of its `this`. */
GY_FUNCTION(load) {
  gy_text name;
  gy_text_get(js, argv[1], &name);
  gy_realm_bare(true); /* with the realm's own names, whatever the program has made of them */
  gy_context realm = context_of(js, argv[0]);
  gy_object scope = gy_object_new(realm);
  gy_object made = gy_object_new(realm);
  gy_set(realm, scope, "exports", made);
  gy_set(realm, scope, "require", argv[2]);
  gy_builtin_evaluate(realm, name.data, scope, exception);
  gy_realm_bare(false);
  gy_text_free(&name);
  return made;
}

/* bare(on): while on, globals show their own names only. */
GY_FUNCTION(bare) {
  gy_realm_bare(gy_to_bool(js, argv[0]));
  return gy_undefined(js);
}

gy_object gy_bind_contextify(gy_context js) {
  static const gy_export exports[] = {
      {"create", create}, {"check", check},        {"evaluate", evaluate},          {"bare", bare},
      {"load", load},     {"canLimit", can_limit}, {"canInterrupt", can_interrupt}, {NULL, NULL},
  };
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  return binding;
}
