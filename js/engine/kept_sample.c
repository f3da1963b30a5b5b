/* SPDX-License-Identifier: MIT */
/* Whether bytecode of the program's texts can be kept (kept.c): taken when the library's is made.
 */
#include <string.h>

#include "engine/bytecode.h"
#include "engine/kept.h"
#include "engine/private.h"

static const gj_kept_label LABEL = {1, 2};

static void copy_taken(gj_kept_label label, gj_bytes bytes, void *to) {
  if (label.key == LABEL.key && label.text == LABEL.text) {
    *(gj_bytes *)to = (gj_bytes){gj_bytecode_copy(bytes), bytes.size};
  }
}

/* In a separate engine: what a text, and then another, come to; and the first's new bytecode. */
static double run(const char *text, gj_bytes bytes, const char *more, gj_bytes *made) {
  JSContextGroupRef group = JSContextGroupCreate();
  JSGlobalContextRef js = JSGlobalContextCreateInGroup(group, NULL);
  JSStringRef string = JSStringCreateWithUTF8CString(text);
  gj_value exception = NULL;
  double result = 0;
  *made = (gj_bytes){NULL, 0};
  gj_value value =
      gj_kept_run(js, JSValueMakeString(js, string), "node:sample", LABEL, bytes, &exception);
  JSStringRelease(string);
  if (exception == NULL) {
    string = JSStringCreateWithUTF8CString(more);
    gj_value second = JSEvaluateScript(js, string, NULL, NULL, 1, &exception);
    result = JSValueToNumber(js, value, NULL) + JSValueToNumber(js, second, NULL);
    JSStringRelease(string);
  }
  gj_kept_take(gj_kept_detach(), copy_taken, made);
  JSGlobalContextRelease(js);
  JSContextGroupRelease(group);
  return exception == NULL ? result : 0;
}

/* What the engine offers while a text without bytecode runs works; while one with it runs, a
 * function is added that was not called before; then nothing is. Bytecode of another text is
 * refused, and replaced. */
bool gj_kept_proves(void) {
  static const char other[] = "(() => { function f() { return 41; } return f() + 1; })()";
  const gj_bytes nothing = {NULL, 0};
  gj_bytes first, second, third, fourth;
  if (gj_jsc.bytecode_add_script == NULL || gj_jsc.bytecode_add_function == NULL ||
      gj_jsc.bytecode_encode == NULL || gj_jsc.bytecode_commit == NULL) {
    return false;
  }
  return run(gj_bytecode_sample_text, nothing, "0", &first) == GJ_BYTECODE_SAMPLE &&
         first.data != NULL &&
         gj_bytecode_works(first, gj_bytecode_sample_text, GJ_BYTECODE_SAMPLE) &&
         run(gj_bytecode_sample_text, first, "unused()[1]", &second) == GJ_BYTECODE_SAMPLE + 1 &&
         second.data != NULL && second.size > first.size &&
         gj_bytecode_works(second, gj_bytecode_sample_text, GJ_BYTECODE_SAMPLE) &&
         run(gj_bytecode_sample_text, second, "unused()[1]", &third) == GJ_BYTECODE_SAMPLE + 1 &&
         third.data == NULL && run(other, second, "0", &fourth) == 42 && fourth.data != NULL &&
         gj_bytecode_works(fourth, other, 42);
}

/* --- modules */

static const char module_text[] =
    "(function (loader, load, settled) {"
    "  let found;"
    "  loader.provideFetch = (name, source) => { found = loader.parseModule('k', source); };"
    "  loader.loadModule = () => loader;"
    "  load(`let a = 6; export function f(b) { class C { #d = a; e() { return this.#d * b; } }"
    "    a = 6; return new C().e(); }; export default () => f(3);`, 'file:///a/kept');"
    "  const module = settled(found);"
    "  loader.moduleDeclarationInstantiation(module);"
    "  loader.evaluate('k', module);"
    "  return loader.getModuleNamespaceObject(module).f(7);"
    "})";

/* The engine is not ended: its host may still be asked. */
static double run_module(gj_bytes bytes, gj_bytes *made) {
  JSGlobalContextRef js = JSGlobalContextCreateInGroup(JSContextGroupCreate(), NULL);
  gj_host_start(js, gj_global(js));
  *made = (gj_bytes){NULL, 0};
  gj_kept_expect(LABEL, bytes);
  gj_value value = gj_modules_try(js, module_text);
  gj_kept_take(gj_kept_detach(), copy_taken, made);
  return value == NULL ? 0 : JSValueToNumber(js, value, NULL);
}

unsigned gj_kept_proves_modules(unsigned *kind) {
  gj_bytes first, second;
  unsigned given = gj_kept_given();
  /* The kinds of code are numbered: program, module, eval, function. */
  *kind = gj_private_has(GJ_PART_modules) ? gj_kept_function_kind() - 2 : 0;
  if (*kind == 0 || run_module((gj_bytes){NULL, 0}, &first) != 42 || first.data == NULL ||
      run_module(first, &second) != 42 || second.data != NULL || gj_kept_given() != given + 1) {
    *kind = 0;
  }
  return *kind;
}
