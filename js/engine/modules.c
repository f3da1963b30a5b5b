/* SPDX-License-Identifier: MIT */
/* ES modules by the engine itself: parsed, linked and run by its own module loader, an object that
 * every global has and that host.c finds. Its steps are functions of that object, which
 * js/lib/internal/modules/engine_loader.js calls one by one, in Node's order. The only thing for
 * which it has no function is making source code of a text. JSC::loadModule does that: it takes a
 * SourceCode, makes a value of it and passes that to the loader's function provideFetch, which is
 * replaced by one of ours.
 *
 * A SourceCode refers to an object with the text, its URL and its type. The C interface makes one
 * for a script (JSScriptCreateFromString): its empty text is replaced by that of a module, and its
 * type by that of a module. Samples find where both are. */
#include <string.h>

#include "engine/kept.h"
#include "engine/private.h"

enum { ROOM = 256, WORDS = ROOM / sizeof(uintptr_t), BUFFER = 1024 };

/* JSC::SourceCode */
typedef struct {
  void *provider;
  int32_t start, end;
  int32_t first_line, first_column; /* from 0 */
} gj_source_code;

/* process: found by a sample; two threads that take it find the same */
static struct {
  size_t text; /* offset of the pointer to the text, in a script */
  size_t sort; /* offset of the type: 0 a script, 1 a module */
} at;

static void *script_new(gj_context js, JSStringRef url, int first_line, const char *source) {
  JSStringRef text = JSStringCreateWithUTF8CString(source);
  void *script = gj_jsc.script_create(JSContextGetGroup(js), url, first_line, text, NULL, NULL);
  JSStringRelease(text);
  return script;
}

static bool has_characters(uintptr_t word, const char *expected) {
  gj_text_body body;
  char units[ROOM];
  size_t size = strlen(expected);
  return word % sizeof(void *) == 0 && gj_private_fetch((const void *)word, &body, sizeof(body)) &&
         body.length == size && (body.flags & GJ_AT_NARROW) != 0 &&
         gj_private_fetch(body.data, units, size) && memcmp(units, expected, size) == 0;
}

/* Exactly one word of a script points to its text. */
static bool find_text(gj_context js) {
  static const char sample[] = "/* the text of a sample */ 0";
  uintptr_t words[WORDS];
  void *script = script_new(js, NULL, 1, sample);
  int count = 0;
  if (script == NULL) {
    return false;
  }
  if (gj_private_fetch(script, words, sizeof(words))) {
    for (size_t i = 0; i < WORDS; i++) {
      if (has_characters(words[i], sample)) {
        at.text = i * sizeof(*words);
        count++;
      }
    }
  }
  gj_jsc.script_release(script);
  return count == 1;
}

/* Two objects of the base class of scripts that differ only in their type: one byte differs. */
static bool find_sort(gj_context js) {
  static uint8_t nothing[BUFFER] __attribute__((aligned(16)));
  _Alignas(16) uint8_t made[2][BUFFER] = {{0}, {0}};
  int count = 0;
  for (uint8_t sort = 0; sort < 2; sort++) {
    gj_jsc.source_provider(made[sort], nothing, nothing, nothing, 0, nothing, sort);
  }
  for (size_t i = 0; i < BUFFER; i++) {
    if (made[0][i] != made[1][i]) {
      at.sort = i;
      count += made[0][i] == 0 && made[1][i] == 1 ? 1 : 2;
    }
  }
  void *script = script_new(js, NULL, 1, "");
  bool found =
      count == 1 && script != NULL && at.sort < at.text && ((const uint8_t *)script)[at.sort] == 0;
  if (script != NULL) {
    gj_jsc.script_release(script);
  }
  return found;
}

/* A text of the engine, which belongs to the caller. */
static gj_text_body *text_new(gj_context js, gj_value source, size_t *length) {
  gj_text_body *body = NULL;
  gj_chars chars;
  gj_chars_look(js, source, &chars);
  *length = chars.length;
  if (chars.length > 0 && chars.narrow != NULL) {
    gj_jsc.module_text_narrow(&body, chars.narrow, chars.length);
  } else if (chars.length > 0) {
    gj_jsc.module_text_wide(&body, chars.wide, chars.length);
  }
  gj_chars_free(&chars);
  return body;
}

/* The empty text that it replaces is a constant of the engine. */
static void put_text(void *script, gj_text_body *body) {
  memcpy((uint8_t *)script + at.text, &body, sizeof(body));
}

static bool load(gj_context js, gj_value source, gj_value url, int first_line, int first_column) {
  JSStringRef name = JSValueToStringCopy(js, url, NULL);
  void *script = script_new(js, name, first_line, "");
  JSStringRelease(name);
  if (script == NULL) {
    return false;
  }
  size_t length;
  gj_text_body *body = text_new(js, source, &length);
  if (body != NULL) {
    put_text(script, body);
  }
  ((uint8_t *)script)[at.sort] = 1;
  gj_source_code code = {script, 0, (int32_t)length, first_line - 1, first_column};
  gj_kept_module(js, script);
  gj_jsc.load_module(js, &code, JSValueMakeUndefined(js));
  gj_jsc.script_release(script);
  return true;
}

bool gj_modules_can(void) { return gj_private_has(GJ_PART_modules); }

bool gj_modules_load(gj_context js, gj_value source, gj_value url, int first_line,
                     int first_column) {
  return load(js, source, url, first_line, first_column);
}

unsigned gj_modules_settled(gj_context js, gj_object promise, gj_value *value) {
  *value = gj_inside_field(js, promise, 1);
  return gj_inside_promise_flags(promise) & 3;
}

/* Two modules, one of which imports from the other and awaits: parsed, linked and run. */
static const char sample_text[] =
    "(function (loader, load, settled) {"
    "  let found; const { provideFetch, loadModule } = loader;"
    "  const parse = (key, text) => {"
    "    loader.provideFetch = (name, source) => { found = loader.parseModule(key, source); };"
    "    loader.loadModule = () => loader;"
    "    try { load(text, 'file:///a/sample'); } finally {"
    "      loader.provideFetch = provideFetch; loader.loadModule = loadModule;"
    "    }"
    "    return settled(found);"
    "  };"
    "  const one = parse('1', 'export let a = 1; export function f() { a++; return this; }');"
    "  const two = parse('2', `import { a, f } from \"other\"; export let b = [a, f(), a];"
    "    await null;`);"
    "  if (loader.requestedModules(two).length !== 1) return false;"
    "  two.dependenciesMap.set('other', { module: one });"
    "  if (loader.moduleDeclarationInstantiation(one) !== false) return false;"
    "  if (loader.moduleDeclarationInstantiation(two) !== true) return false;"
    "  loader.evaluate('1', one);"
    "  loader.asyncModuleEvaluation({ key: '2', module: two }, undefined, []);"
    "  const { b } = loader.getModuleNamespaceObject(two);"
    "  return b.length === 3 && b[0] === 1 && b[1] === undefined && b[2] === 2;"
    "})";

static JSValueRef sample_load(JSContextRef js, JSObjectRef function, JSObjectRef self, size_t argc,
                              const JSValueRef argv[], JSValueRef *exception) {
  (void)function;
  (void)self;
  (void)argc;
  (void)exception;
  return JSValueMakeBoolean(js, load(js, argv[0], argv[1], 1, 0));
}

static JSValueRef sample_settled(JSContextRef js, JSObjectRef function, JSObjectRef self,
                                 size_t argc, const JSValueRef argv[], JSValueRef *exception) {
  gj_value value = NULL;
  (void)function;
  (void)self;
  (void)argc;
  (void)exception;
  return gj_modules_settled(js, (JSObjectRef)argv[0], &value) == 1 ? value
                                                                   : JSValueMakeUndefined(js);
}

gj_value gj_modules_try(gj_context js, const char *text) {
  JSObjectRef test = gj_private_evaluate(js, text);
  JSObjectRef loader = gj_host_loader(js);
  if (test == NULL || loader == NULL) {
    return NULL;
  }
  JSValueRef argv[] = {loader, gj_function_new(js, "load", sample_load),
                       gj_function_new(js, "settled", sample_settled)};
  JSValueRef exception = NULL;
  return JSObjectCallAsFunction(js, test, NULL, 3, argv, &exception);
}

bool gj_modules_sample(gj_context js) {
  const gj_learned *learned = gj_bytecode_learned();
  if (!gj_look_sample_strings(js) || !gj_inside_sample_fields(js) || !gj_host_can_import()) {
    return false;
  }
  if (learned != NULL && learned->has_modules) {
    at.text = learned->module_text;
    at.sort = learned->module_sort;
    return gj_host_loader(js) != NULL;
  }
  if (!find_text(js) || !find_sort(js)) {
    return false;
  }
  JSValueRef passed = gj_modules_try(js, sample_text);
  return passed != NULL && JSValueToBoolean(js, passed);
}

void gj_modules_learned(gj_context js, gj_learned *learned) {
  gj_host_start(js, gj_global(js)); /* nothing is imported, so nothing is called */
  learned->has_modules = gj_private_has(GJ_PART_modules);
  learned->module_text = (uint32_t)at.text;
  learned->module_sort = (uint32_t)at.sort;
}
