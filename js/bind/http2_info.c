/* SPDX-License-Identifier: MIT */
/* Figures of a session and its streams, as numbers in an array that JavaScript sees. */
#include <string.h>

#include "bind/http2.h"

#define FIGURES 16

static _Thread_local double figures[FIGURES];

/* sessionState(session): in `figures`; false if there is none. */
GJ_FUNCTION(session_state) {
  gj_h2 *h2 = gj_h2_of(js, argv[0]);
  if (h2 == NULL) {
    return gj_bool(js, false);
  }
  nghttp2_session *session = h2->nghttp2;
  figures[0] = nghttp2_session_get_effective_local_window_size(session);
  figures[1] = nghttp2_session_get_effective_recv_data_length(session);
  figures[2] = nghttp2_session_get_next_stream_id(session);
  figures[3] = nghttp2_session_get_local_window_size(session);
  figures[4] = nghttp2_session_get_last_proc_stream_id(session);
  figures[5] = nghttp2_session_get_remote_window_size(session);
  figures[6] = (double)nghttp2_session_get_outbound_queue_size(session);
  figures[7] = (double)nghttp2_session_get_hd_deflate_dynamic_table_size(session);
  figures[8] = (double)nghttp2_session_get_hd_inflate_dynamic_table_size(session);
  return gj_bool(js, true);
}

/* streamState(session, stream): the same. */
GJ_FUNCTION(stream_state) {
  gj_h2 *h2 = gj_h2_of(js, argv[0]);
  int32_t id = gj_to_int32(js, argv[1]);
  nghttp2_stream *stream = h2 == NULL ? NULL : nghttp2_session_find_stream(h2->nghttp2, id);
  memset(figures, 0, sizeof(figures));
  if (stream == NULL) {
    figures[0] = NGHTTP2_STREAM_STATE_IDLE;
    return gj_bool(js, false);
  }
  figures[0] = nghttp2_stream_get_state(stream);
  figures[1] = nghttp2_stream_get_weight(stream);
  figures[2] = nghttp2_stream_get_sum_dependency_weight(stream);
  figures[3] = nghttp2_session_get_stream_local_close(h2->nghttp2, id);
  figures[4] = nghttp2_session_get_stream_remote_close(h2->nghttp2, id);
  figures[5] = nghttp2_session_get_stream_local_window_size(h2->nghttp2, id);
  return gj_bool(js, true);
}

/* settingsOf(session, remote): by their numbers, from 1 on, in `figures`. */
GJ_FUNCTION(settings_of) {
  gj_h2 *h2 = gj_h2_of(js, argv[0]);
  if (h2 == NULL) {
    return gj_bool(js, false);
  }
  __typeof__(nghttp2_session_get_local_settings) get = gj_to_bool(js, argv[1])
                                                           ? nghttp2_session_get_remote_settings
                                                           : nghttp2_session_get_local_settings;
  for (int id = 1; id <= 8; id++) {
    figures[id] = id == 7 ? 0 : get(h2->nghttp2, (nghttp2_settings_id)id);
  }
  return gj_bool(js, true);
}

/* counts(session): for performance entries, in `figures`. */
GJ_FUNCTION(counts) {
  gj_h2 *h2 = gj_h2_of(js, argv[0]);
  if (h2 == NULL) {
    return gj_bool(js, false);
  }
  figures[0] = h2->frames_received;
  figures[1] = h2->frames_sent;
  figures[2] = h2->data_received;
  figures[3] = h2->data_sent;
  figures[4] = h2->bytes_received;
  figures[5] = h2->bytes_sent;
  return gj_bool(js, true);
}

/* nextStream(session, number): 0, or nghttp2's error number. */
GJ_FUNCTION(next_stream) {
  gj_h2 *h2 = gj_h2_of(js, argv[0]);
  return gj_number(
      js, h2 == NULL ? NGHTTP2_ERR_INVALID_STATE
                     : nghttp2_session_set_next_stream_id(h2->nghttp2, gj_to_int32(js, argv[1])));
}

/* localWindow(session, size): the same. */
GJ_FUNCTION(local_window) {
  gj_h2 *h2 = gj_h2_of(js, argv[0]);
  if (h2 == NULL) {
    return gj_number(js, NGHTTP2_ERR_INVALID_STATE);
  }
  int error = nghttp2_session_set_local_window_size(h2->nghttp2, NGHTTP2_FLAG_NONE, 0,
                                                    gj_to_int32(js, argv[1]));
  gj_h2_later(h2);
  return gj_number(js, error);
}

void gj_h2_info_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"sessionState", session_state},
      {"streamState", stream_state},
      {"settingsOf", settings_of},
      {"counts", counts},
      {"nextStream", next_stream},
      {"localWindow", local_window},
      {NULL, NULL},
  };
  gj_set_exports(js, binding, exports);
  gj_set(js, binding, "figures", gj_bytes_float64(js, figures, FIGURES));
}
