/* SPDX-License-Identifier: MIT */
/* HTTP messages, parsed by http_parse.c, for js/lib/internal/http/parser.js.
 *
 * A parser runs over the given bytes until there is something to report, and stops there: at the
 * end of a message, at the end of a head whose reader must decide how to continue (responses, and
 * requests that want an upgrade), or when the bytes are used up. The result is in numbers that both
 * sides see (`state`) and in lists of strings; JavaScript then lets the parser continue. So a whole
 * request is one call, and no JavaScript runs within the parser.
 *
 * The bytes come from JavaScript (execute), or directly from a stream of the loop (attach). */
#include <stdlib.h>
#include <string.h>

#include "bind/http_parse.h"
#include "bind/stream.h"
#include "engine/memory.h"

/* The members of `state`. */
enum {
#define HTTP_STATE(name) name,
#include "lists.def"
  STATE_COUNT
};
static _Thread_local int32_t state[STATE_COUNT];
static _Thread_local gj_pin on_event;
static _Thread_local bool leaves; /* see consume */

static void on_gone(void *memory) {
  gj_http_free(memory);
  free(memory);
}

static gj_class parser_class(void) {
  static gj_class place;
  return gj_class_made(&place, "HTTPParser", on_gone);
}

static gj_http_parser *parser_of(gj_value value) { return gj_class_memory((gj_object)value); }

static void note(const gj_http_parser *p) {
  state[EVENTS] = p->events;
  state[USED] = (int32_t)p->at;
  state[SIZE] = (int32_t)p->size;
  if ((p->events & GJ_HTTP_HEAD) != 0) {
    state[METHOD] = p->method;
    state[STATUS] = p->status;
    state[MAJOR] = p->major;
    state[MINOR] = p->minor;
    state[KEEP_ALIVE] = p->keep_alive;
    state[UPGRADE] = p->upgrade;
  }
}

#define TOLD 4

/* Nothing is read any more of what the bytes lie in but this piece: its memory may be given away.
 */
static bool is_last(const gj_http_parser *p, const uv_buf_t *piece) {
  return p->place != NULL && *p->place == p->data && p->piece_count == 1 && p->at == p->size &&
         piece->base + piece->len == p->data + p->size && (p->events & GJ_HTTP_FAILED) == 0;
}

/* A piece of a body: its size if JavaScript is to make the memory and have it filled (fill), which
 * is cheaper for small ones, or an ArrayBuffer. */
static gj_value piece_of(gj_context js, gj_http_parser *p, const uv_buf_t *piece) {
  if (piece->len <= GJ_STREAM_TAKE) {
    return gj_number(js, (double)piece->len);
  }
  if (!is_last(p, piece)) {
    return gj_stream_copy(js, piece->base, piece->len);
  }
  memmove(*p->place, piece->base, piece->len);
  return gj_stream_keep(js, p->place, piece->len);
}

/* The texts and bytes that belong to `state`: those of the first line, the headers (neither, if
 * they are the same as in the previous message), the body (a piece, or an array of them), the
 * trailers. */
static void tell(gj_context js, gj_http_parser *p, gj_value out[TOLD]) {
  out[0] = out[1] = out[2] = out[3] = gj_undefined(js);
  state[SAME] = (p->events & GJ_HTTP_HEAD) != 0 && p->before_count == p->head_count &&
                gj_http_strings_same(&p->head, &p->before, p->head_count);
  if ((p->events & GJ_HTTP_HEAD) != 0 && !state[SAME]) {
    out[0] = gj_http_strings_one(js, &p->head, 0);
    out[1] = gj_http_strings_list(js, &p->head, 1, p->head_count);
  }
  if (p->piece_count != 0) {
    gj_value pieces[GJ_HTTP_PIECES];
    for (unsigned i = 0; i < p->piece_count; i++) {
      pieces[i] = piece_of(js, p, &p->pieces[i]);
    }
    out[2] = p->piece_count == 1 ? pieces[0] : gj_array(js, p->piece_count, pieces);
  }
  if ((p->events & GJ_HTTP_TRAILERS) != 0) {
    out[3] = gj_http_strings_list(js, &p->head, p->head_count, p->head.count);
  }
}

/* As an array, for a caller from JavaScript. */
static gj_value told(gj_context js, gj_http_parser *p) {
  if ((p->events & (GJ_HTTP_HEAD | GJ_HTTP_BODY | GJ_HTTP_TRAILERS)) == 0) {
    return gj_undefined(js);
  }
  gj_value out[TOLD];
  tell(js, p, out);
  return gj_array(js, TOLD, out);
}

/* newParser() */
GJ_FUNCTION(new_parser) {
  gj_http_parser *p = gj_memory_new(sizeof(*p), "a parser");
  return gj_class_object(js, parser_class(), p);
}

/* init(parser, isResponse, maxHeaderSize, lenient, takesBlanks): for the first message of a
 * connection. */
GJ_FUNCTION(init) {
  parser_of(argv[0])->takes_blanks = argc > 4 && gj_to_bool(js, argv[4]);
  gj_http_init(parser_of(argv[0]), gj_to_bool(js, argv[1]), (size_t)gj_to_number(js, argv[2]),
               gj_to_bool(js, argv[3]));
  return gj_undefined(js);
}

/* fill(parser, bytes, index): with that piece of a body, before the parser continues. */
GJ_FUNCTION(fill) {
  const gj_http_parser *p = parser_of(argv[0]);
  unsigned index = (unsigned)gj_to_int32(js, argv[2]);
  gj_bytes bytes;
  if (index < p->piece_count && gj_bytes_look(js, argv[1], &bytes) &&
      bytes.size == p->pieces[index].len && bytes.size != 0) {
    memcpy(bytes.data, p->pieces[index].base, bytes.size);
  }
  return gj_undefined(js);
}
GJ_DIRECT(fill)

/* execute(parser, bytes): begins with new bytes, which the caller keeps. */
GJ_FUNCTION(execute) {
  gj_http_parser *p = parser_of(argv[0]);
  gj_bytes bytes;
  if (!gj_bytes_get(js, argv[1], &bytes)) {
    gj_throw_type(js, exception, "bytes are needed");
    return NULL;
  }
  p->place = NULL;
  gj_http_give(p, (const char *)bytes.data, bytes.size);
  note(p);
  return told(js, p);
}

/* executeArrived(parser, size): the same with what a stream has just read, and nobody has taken. */
GJ_FUNCTION(execute_arrived) {
  gj_http_parser *p = parser_of(argv[0]);
  p->place = gj_stream_arrived();
  gj_http_give(p, *p->place, (size_t)gj_to_number(js, argv[1]));
  note(p);
  return told(js, p);
}
GJ_DIRECT(execute_arrived)

/* next(parser): goes on with the same bytes. */
GJ_FUNCTION(next) {
  gj_http_parser *p = parser_of(argv[0]);
  gj_http_run(p);
  note(p);
  return told(js, p);
}
GJ_DIRECT(next)

/* verdict(parser, skipBody, upgrade): how to go on after a head. */
GJ_FUNCTION(verdict) {
  gj_http_parser *p = parser_of(argv[0]);
  bool upgrade = gj_to_bool(js, argv[2]);
  if (gj_to_bool(js, argv[1]) || upgrade) {
    p->flags |= GJ_HTTP_BODILESS;
  }
  p->upgrade = p->upgrade || upgrade;
  return gj_undefined(js);
}

/* finish(parser): the other side has no more to send. */
GJ_FUNCTION(finish) {
  gj_http_parser *p = parser_of(argv[0]);
  gj_http_eof(p);
  note(p);
  return told(js, p);
}

/* rest(parser): the bytes that were not parsed; the parser forgets them. */
GJ_FUNCTION(rest) {
  gj_http_parser *p = parser_of(argv[0]);
  gj_value bytes = gj_bytes_copy(js, p->data == NULL ? "" : p->data + p->at,
                                 p->data == NULL ? 0 : p->size - p->at);
  p->data = NULL;
  p->size = p->at = 0;
  return bytes;
}

/* whole(parser): all the bytes it was last given. */
GJ_FUNCTION(whole) {
  gj_http_parser *p = parser_of(argv[0]);
  return gj_bytes_copy(js, p->data == NULL ? "" : p->data, p->data == NULL ? 0 : p->size);
}

/* error(parser): [code, reason] */
GJ_FUNCTION(error) {
  gj_http_parser *p = parser_of(argv[0]);
  gj_value pair[] = {gj_string(js, p->code), gj_string(js, p->reason)};
  return gj_array(js, 2, pair);
}

static void enter(gj_sink *sink, gj_http_parser *p) {
  gj_runtime *runtime = gj_runtime_self();
  note(p);
  gj_value argv[TOLD + 1] = {sink->owner.value};
  tell(runtime->js, p, argv + 1);
  gj_enter(runtime, gj_pin_object(&on_event), TOLD + 1, argv);
}

/* What a stream of the loop has read. If JavaScript cannot run microtasks itself, it is left and
 * entered again after each piece of a body. */
static void consume(gj_sink *sink, char **place, size_t size) {
  gj_http_parser *p = sink->taker;
  p->one_by_one = leaves;
  p->place = place;
  gj_http_give(p, *place, size);
  enter(sink, p);
  while (state[AGAIN] != 0) {
    state[AGAIN] = 0;
    if (sink->take == consume && sink->taker == p) {
      gj_http_run(p);
      enter(sink, p);
    }
  }
  p->one_by_one = false;
  p->place = NULL;
}

/* attach(stream, parser, owner): what the stream reads goes to the parser, and its events to the
 * function of setup, with the owner, which keeps the parser alive. */
GJ_FUNCTION(attach) {
  gj_sink *sink = gj_stream_sink(js, argv[0]);
  if (sink == NULL) {
    return gj_bool(js, false);
  }
  sink->take = consume;
  sink->taker = parser_of(argv[1]);
  gj_pin_free(&sink->owner);
  sink->owner = gj_pin_new(js, argv[2]);
  return gj_bool(js, true);
}

/* detach(stream) */
GJ_FUNCTION(detach) {
  gj_sink *sink = gj_stream_sink(js, argv[0]);
  if (sink != NULL && sink->take == consume) {
    sink->take = NULL;
    gj_pin_free(&sink->owner);
  }
  return gj_undefined(js);
}

/* setup(leaves, onEvent): called with (owner, first, headers, body, trailers); whether it has to be
 * left after each piece of a body, see consume. */
GJ_FUNCTION(setup) {
  leaves = gj_to_bool(js, argv[0]);
  on_event = gj_pin_new(js, argv[1]);
  return gj_undefined(js);
}

GJ_DIRECT(gj_http_send)

/* The names of methods: all by number, or those of HTTP. */
static gj_object methods(gj_context js, bool all) {
  gj_object list = gj_array(js, 0, NULL);
  unsigned count = 0;
  for (unsigned i = 0; i < GJ_HTTP_METHOD_COUNT; i++) {
    if (all || gj_http_method_common(i)) {
      gj_set_index(js, list, count++, gj_string(js, gj_http_methods[i]));
    }
  }
  return list;
}

gj_object gj_bind_http(gj_context js) {
  static const gj_export exports[] = {
      {"attach", attach},
      {"detach", detach},
      {"error", error},
      {"execute", execute},
      {"executeArrived", execute_arrived, execute_arrived_direct},
      {"fill", fill, fill_direct},
      {"finish", finish},
      {"init", init},
      {"next", next, next_direct},
      {"newParser", new_parser},
      {"rest", rest},
      {"send", gj_http_send, gj_http_send_direct},
      {"setup", setup},
      {"verdict", verdict},
      {"whole", whole},
      {NULL, NULL},
  };
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  gj_set(js, binding, "state", gj_bytes_int32(js, state, STATE_COUNT));
  gj_set(js, binding, "allMethods", methods(js, true));
  gj_set(js, binding, "methods", methods(js, false));
  return binding;
}
