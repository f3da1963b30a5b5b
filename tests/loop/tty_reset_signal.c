/* SPDX-License-Identifier: MIT */
/* uv_tty_reset_mode may be called from a signal handler at any moment: it never waits, and returns
 * UV_EBUSY if it interrupted a change. */
#include <signal.h>
#include <sys/time.h>

#include "tty_pty.h"

static volatile sig_atomic_t handled;
static volatile sig_atomic_t surprises;

static void on_alarm(int number) {
  (void)number;
  int err = uv_tty_reset_mode();
  handled++;
  surprises += err != 0 && err != UV_EBUSY;
}

int main(void) {
  uv_loop_t loop;
  uv_tty_t tty;
  int control;
  int fd = pty_open(&control, O_RDWR);
  struct sigaction action = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};
  struct itimerval often = {.it_interval = {.tv_usec = 100}, .it_value = {.tv_usec = 100}};
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(sigaction(SIGALRM, &action, NULL), 0);
  CHECK_EQ(setitimer(ITIMER_REAL, &often, NULL), 0);
  while (handled < 300) {
    int again = dup(fd);
    CHECK(again >= 0);
    CHECK_EQ(uv_tty_init(&loop, &tty, again, 0), 0);
    for (int i = 0; i < 10; i++) {
      CHECK_EQ(uv_tty_set_mode(&tty, UV_TTY_MODE_RAW), 0);
      CHECK_EQ(uv_tty_set_mode(&tty, UV_TTY_MODE_NORMAL), 0);
    }
    uv_close((uv_handle_t *)&tty, NULL);
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
    close(again);
  }
  memset(&often, 0, sizeof(often));
  CHECK_EQ(setitimer(ITIMER_REAL, &often, NULL), 0);
  CHECK_EQ(surprises, 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  close(fd);
  close(control);
  return 0;
}
