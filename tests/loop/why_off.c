/* SPDX-License-Identifier: MIT */
/* Proves that without GYRE_WHY gyre_print_alive still prints what keeps a loop alive, and that no
 * signal handler is installed. */
#include <signal.h>

#include "../check.h"
#include "gyre.h"

static void on_timer(uv_timer_t *timer) { (void)timer; }

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  uv_timer_t timer;
  char *text = NULL;
  size_t size = 0;
  struct sigaction action;
  CHECK_EQ(uv_timer_init(loop, &timer), 0);
  CHECK_EQ(uv_timer_start(&timer, on_timer, 1, 0), 0);
  FILE *stream = open_memstream(&text, &size);
  gyre_print_alive(NULL, stream);
  fclose(stream);
  CHECK(strstr(text, "gyre: the loop is kept alive by 1:\n  1 timer\n  (with GYRE_WHY=1") == text);
  free(text);
  CHECK_EQ(sigaction(SIGUSR2, NULL, &action), 0);
  CHECK(action.sa_handler == SIG_DFL);
  return 0;
}
