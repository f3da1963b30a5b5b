/* SPDX-License-Identifier: MIT */
/* Scripts in other realms, for js/lib/vm.js. A realm is identified by its global; without one, the
 * script runs in the program's own. */
#include <stdio.h>
#include <stdlib.h>

#include "bind/watchdog.h"
#include "runtime/runtime.h"

static gj_context context_of(gj_context js, gj_value realm) {
  return gj_is_object(js, realm) ? gj_realm_context((gj_object)realm) : js;
}

/* create(sandbox, canInherit, view, written): the global of a new realm, whose prototype may be the
 * sandbox's; `view` is a proxy of the sandbox, `written` receives what the realm sets of its own
 * variables. undefined: the engine cannot do that. */
GJ_FUNCTION(create) {
  if (!gj_realm_can()) {
    return gj_undefined(js);
  }
  gj_object global = gj_realm_new(js, gj_as_object(js, argv[0]));
  gj_context realm = gj_realm_context(global);
  if (gj_to_bool(js, argv[1])) {
    gj_realm_free_prototype(realm, global);
  }
  gj_realm_watch(js, global, argv[2]);
  gj_realm_note_writes(global, argv[3]);
  gj_context_on_rejection(realm, gj_pin_object(&gj_runtime_self()->on_rejection));
  gj_realm_bare(true);
  gj_promises_mend(realm);
  gj_realm_bare(false);
  return global;
}

/* canLimit(): whether evaluate takes a limit. */
GJ_FUNCTION(can_limit) { return gj_bool(js, gj_realm_can_limit() || gj_stop_works()); }

/* canInterrupt(): whether a signal can terminate it. */
GJ_FUNCTION(can_interrupt) { return gj_bool(js, gj_stop_works()); }

/* check(source, url, firstLine, realm): undefined, or the syntax error. */
GJ_FUNCTION(check) {
  gj_text url;
  gj_text_get(js, argv[1], &url);
  gj_value error =
      gj_realm_check(context_of(js, argv[3]), argv[0], url.data, gj_to_int32(js, argv[2]));
  gj_text_free(&url);
  return error == NULL ? gj_undefined(js) : error;
}

/* If the engine terminates a script because of its time limit, it terminates everything up to the
 * outermost call. If that cannot be undone, no more JavaScript can run. */
static _Noreturn void out_of_time(double limit_s) {
  uv_tty_reset_mode();
  fprintf(stderr,
          "gyre: a script of vm ran longer than its timeout of %g ms, and the engine can stop it "
          "only together with the program\n",
          limit_s * 1000);
  exit(1);
}

typedef struct {
  gj_context js;
  gj_value source;
  const char *url;
  int first_line;
} gj_script;

/* With the engine's own watchdog, if ours cannot terminate a script. */
static gj_value evaluate_slowly(const gj_script *script, double limit_ms, gj_value *exception) {
  bool ended = false;
  gj_value value = gj_realm_eval_limited(script->js, script->source, script->url,
                                         script->first_line, limit_ms / 1e3, &ended, exception);
  if (ended) {
    out_of_time(limit_ms / 1e3);
  }
  return value;
}

static gj_value evaluate_watched(const gj_script *script, double limit_ms, bool catches_sigint,
                                 gj_ended *ended, gj_value *exception) {
  gj_stop_prepare(script->js);
  gj_watchdog *watchdog = gj_watchdog_start(script->js, (uint64_t)limit_ms, catches_sigint);
  if (watchdog == NULL) {
    gj_throw(script->js, exception, "no thread can be made that would end the script");
    return NULL;
  }
  gj_value value = gj_eval(script->js, script->source, script->url, script->first_line, exception);
  *ended = gj_watchdog_stop(watchdog);
  if (*ended != GJ_NOT_ENDED) {
    gj_stop_over(script->js);
    if (value != NULL) { /* it was done already */
      *ended = GJ_NOT_ENDED;
    } else {
      *exception = NULL;
    }
  } else if (value == NULL) {
    gj_stop_go_on(script->js); /* another one may have ended it, and then us, too */
  }
  return value;
}

/* evaluate(source, url, firstLine, realm, milliseconds, catchesSigint, tell): the value of the
 * script. 0 milliseconds: no limit. tell(how) is called if it was terminated: 1 because of its
 * time, 2 by the signal. */
GJ_FUNCTION(evaluate) {
  double limit_ms = gj_to_number(js, argv[4]);
  bool catches_sigint = argc > 5 && gj_to_bool(js, argv[5]);
  gj_ended ended = GJ_NOT_ENDED;
  gj_text url;
  gj_text_get(js, argv[1], &url);
  gj_script script = {context_of(js, argv[3]), argv[0], url.data, gj_to_int32(js, argv[2])};
  gj_value value;
  if (limit_ms == 0 && !catches_sigint) {
    value = gj_eval(script.js, script.source, script.url, script.first_line, exception);
  } else if (gj_stop_works()) {
    value = evaluate_watched(&script, limit_ms, catches_sigint, &ended, exception);
  } else {
    value = evaluate_slowly(&script, limit_ms, exception);
  }
  gj_text_free(&url);
  if (ended != GJ_NOT_ENDED) {
    gj_value how = gj_number(js, ended);
    gj_call_whole(js, gj_as_object(js, argv[6]), 1, &how, exception);
  }
  return value == NULL ? gj_undefined(js) : value;
}

/* load(realm, name, require): runs a file of the library there, and returns its exports. The engine
 * runs a script in the realm of its `this`. */
GJ_FUNCTION(load) {
  gj_text name;
  gj_text_get(js, argv[1], &name);
  gj_realm_bare(true); /* with the realm's own names, whatever the program has made of them */
  gj_context realm = context_of(js, argv[0]);
  gj_object scope = gj_object_new(realm);
  gj_object made = gj_object_new(realm);
  gj_set(realm, scope, "exports", made);
  gj_set(realm, scope, "require", argv[2]);
  gj_builtin_evaluate(realm, name.data, scope, exception);
  gj_realm_bare(false);
  gj_text_free(&name);
  return made;
}

/* bare(on): while on, globals show their own names only. */
GJ_FUNCTION(bare) {
  gj_realm_bare(gj_to_bool(js, argv[0]));
  return gj_undefined(js);
}

gj_object gj_bind_contextify(gj_context js) {
  static const gj_export exports[] = {
      {"create", create}, {"check", check},        {"evaluate", evaluate},          {"bare", bare},
      {"load", load},     {"canLimit", can_limit}, {"canInterrupt", can_interrupt}, {NULL, NULL},
  };
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  return binding;
}
