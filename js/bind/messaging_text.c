/* SPDX-License-Identifier: MIT */
/* Messages that are texts: for the library itself (internal/messaging/road.js). */
#include <string.h>

#include "bind/messaging.h"
#include "runtime/trace.h"

/* postText(endpoint, text): as post(), of a text; only one other end gets it. */
GJ_FUNCTION(post_text) {
  gj_text text;
  gj_text_get(js, argv[1], &text);
  gj_message *message = gj_message_plain(GJ_TEXT, text.size);
  if (message != NULL) {
    memcpy(message->bytes.data, text.data, text.size);
    message->number = gj_trace_posted();
  }
  gj_text_free(&text);
  if (message == NULL) {
    return gj_number(js, CANNOT);
  }
  if (gj_endpoint_post(gj_class_memory((gj_object)argv[0]), message) == GJ_POST_SENT) {
    return gj_number(js, SENT);
  }
  gj_message_free(message);
  return gj_number(js, NOBODY);
}

/* takeText(endpoint): the next message if it is a text, else undefined. */
GJ_FUNCTION(take_text) {
  gj_message *message = gj_endpoint_take_text(gj_class_memory((gj_object)argv[0]));
  if (message == NULL) {
    return gj_undefined(js);
  }
  gj_trace_taken(message->number);
  gj_value text = gj_string_utf8(js, (const char *)message->bytes.data, message->bytes.size);
  gj_message_free(message);
  return text;
}

const gj_export gj_messaging_texts[] = {
    {"postText", post_text}, {"takeText", take_text}, {NULL, NULL}};
