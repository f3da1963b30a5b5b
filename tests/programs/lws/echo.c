/* SPDX-License-Identifier: MIT */
/* A server and clients of libwebsockets on one libuv loop that the program owns: messages both
   ways, beside a timer of the program, then the end: the context goes first, then the loop must be
   empty. Used by the scenario loop. */
#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#define CLIENTS 20
#define MESSAGES 50

static uv_loop_t loop;
static uv_timer_t ticker;
static uv_signal_t signals;
static struct lws_context *context;
static int port, echoed, received, closed, ticks, refused;

static void destroy(uv_timer_t *timer) {
  (void)timer;
  lws_context_destroy(context);
}

static int write_text(struct lws *wsi, const char *text, size_t length) {
  unsigned char room[LWS_PRE + 64];
  memcpy(room + LWS_PRE, text, length);
  return lws_write(wsi, room + LWS_PRE, length, LWS_WRITE_TEXT);
}

static int on_server(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                     size_t length) {
  (void)user;
  if (reason == LWS_CALLBACK_RECEIVE) {
    echoed++;
    return write_text(wsi, in, length) < (int)length;
  }
  return 0;
}

static int on_client(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                     size_t length) {
  int *sent = user;
  char text[64];
  (void)in, (void)length;
  switch (reason) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
    case LWS_CALLBACK_CLIENT_RECEIVE:
      received += reason == LWS_CALLBACK_CLIENT_RECEIVE;
      if (*sent == MESSAGES)
        return -1;
      lws_callback_on_writable(wsi);
      return 0;
    case LWS_CALLBACK_CLIENT_WRITEABLE:
      if (*sent == MESSAGES)
        return 0;
      snprintf(text, sizeof(text), "message %d", ++*sent);
      return write_text(wsi, text, strlen(text)) < 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
      refused++;
      break;
    case LWS_CALLBACK_CLIENT_CLOSED:
      closed++;
      break;
    default:
      return 0;
  }
  if (closed + refused == CLIENTS + 1)
    uv_timer_start(&ticker, destroy, 20, 0);
  return 0;
}

static void on_tick(uv_timer_t *timer) {
  (void)timer;
  ticks++;
}

static void on_signal(uv_signal_t *handle, int number) { (void)handle, (void)number; }

static const struct lws_protocols protocols[] = {
    {.name = "server", .callback = on_server, .rx_buffer_size = 128},
    {.name = "client",
     .callback = on_client,
     .per_session_data_size = sizeof(int),
     .rx_buffer_size = 128},
    {.name = NULL},
};

static void dial(int to) {
  struct lws_client_connect_info info = {.context = context,
                                         .address = "127.0.0.1",
                                         .port = to,
                                         .path = "/",
                                         .host = "localhost",
                                         .origin = "localhost",
                                         .protocol = "server",
                                         .local_protocol_name = "client"};
  lws_client_connect_via_info(&info);
}

static void show(uv_handle_t *handle, void *arg) {
  (void)arg;
  printf("left: %s%s\n", uv_handle_type_name(uv_handle_get_type(handle)),
         uv_is_closing(handle) ? " closing" : "");
}

int main(void) {
  void *loops[] = {&loop};
  struct lws_context_creation_info info = {.port = 0,
                                           .iface = "lo",
                                           .protocols = protocols,
                                           .options = LWS_SERVER_OPTION_LIBUV,
                                           .foreign_loops = loops};
  lws_set_log_level(LLL_ERR, NULL);
  uv_loop_init(&loop);
  uv_timer_init(&loop, &ticker);
  uv_timer_start(&ticker, on_tick, 1, 1);
  uv_signal_init(&loop, &signals);
  uv_signal_start(&signals, on_signal, SIGUSR1);
  uv_unref((uv_handle_t *)&signals);
  context = lws_create_context(&info);
  if (context == NULL)
    return 2;
  port = lws_get_vhost_listen_port(lws_get_vhost_by_name(context, "default"));
  for (int i = 0; i < CLIENTS; i++)
    dial(port);
  dial(1); /* nobody listens there */
  uv_run(&loop, UV_RUN_DEFAULT);
  printf("echoed %d received %d closed %d refused %d ticked %d\n", echoed, received, closed,
         refused, ticks > 0);
  uv_close((uv_handle_t *)&ticker, NULL);
  uv_close((uv_handle_t *)&signals, NULL);
  printf("run %d\n", uv_run(&loop, UV_RUN_DEFAULT));
  uv_walk(&loop, show, NULL);
  int first = uv_loop_close(&loop);
  printf("close %d again %d\n", first, uv_loop_close(&loop));
  return 0;
}
