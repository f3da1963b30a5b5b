/* SPDX-License-Identifier: MIT */
/* An idle connection costs the library at most 64 bytes of allocated memory besides its handle,
 * however many there are. */
#include <malloc.h>
#include <sys/resource.h>

#include "stream_peer.h"

enum { CONNECTIONS = 3000, EACH = 64, CLIENTS_FROM = CONNECTIONS + 100 };

static long held;

static void *count(void *block) {
  held += block == NULL ? 0 : (long)malloc_usable_size(block);
  return block;
}
static void uncount(void *block) { held -= block == NULL ? 0 : (long)malloc_usable_size(block); }

static void *counted_malloc(size_t size) { return count(malloc(size)); }
static void *counted_calloc(size_t number, size_t size) { return count(calloc(number, size)); }
static void *counted_realloc(void *old, size_t size) {
  uncount(old);
  return count(realloc(old, size));
}
static void counted_free(void *block) {
  uncount(block);
  free(block);
}

static uv_tcp_t accepted[CONNECTIONS];
static uv_write_t writes[CONNECTIONS];
static int clients[CONNECTIONS];
static int connections;

static void on_connection(uv_stream_t *server, int status) {
  CHECK_EQ(status, 0);
  uv_tcp_t *tcp = &accepted[connections++];
  CHECK_EQ(uv_tcp_init(&loop, tcp), 0);
  CHECK_EQ(uv_accept(server, STREAM(tcp)), 0);
  CHECK_EQ(uv_read_start(STREAM(tcp), allocate, on_read), 0);
  CHECK_EQ(write_text(&writes[connections - 1], tcp, "hello"), 0);
}

int main(void) {
  struct rlimit limit;
  struct sockaddr_in name;
  uv_tcp_t server;
  CHECK_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  limit.rlim_cur = limit.rlim_max;
  CHECK_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
  if (limit.rlim_cur < 2 * CONNECTIONS + 100) {
    SKIP("the limit of descriptors is too low");
  }
  CHECK_EQ(uv_replace_allocator(counted_malloc, counted_realloc, counted_calloc, counted_free), 0);
  open_loop();
  tcp_server(&server, &name, on_connection);
  turn(2);
  long before = held;
  for (int i = 0; i < CONNECTIONS; i++) {
    int low = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    clients[i] = fcntl(low, F_DUPFD_CLOEXEC, CLIENTS_FROM); /* as if in another process */
    CHECK(clients[i] >= CLIENTS_FROM);
    close(low);
    CHECK_EQ(connect(clients[i], ADDRESS(name), sizeof(name)), 0);
    RUN_UNTIL(connections == i + 1);
    turn(1);
    said[0] = '\0';
    if (i >= 100) { /* the first few share blocks that are allocated at once */
      CHECK(held - before <= (i + 1) * EACH);
    }
  }
  for (int i = 0; i < CONNECTIONS; i++) {
    close(clients[i]);
    close_handle(&accepted[i]);
  }
  close_handle(&server);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  CHECK_EQ(held, 0);
  return 0;
}
