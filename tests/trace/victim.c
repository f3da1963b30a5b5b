/* SPDX-License-Identifier: MIT */
/*
 * A program that is traced from outside and ends in every possible way: victim HOW. It does a
 * little of everything first.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "uv.h"

static uv_timer_t timer;
static uv_work_t work;
static const char *how;

static void on_work(uv_work_t *request) { (void)request; }

static void overflow(volatile char *above) {
  volatile char block[4096];
  block[0] = above[0];
  overflow(block);
  above[0] = block[0];
}

static void on_worked(uv_work_t *request, int status) {
  (void)request;
  (void)status;
  volatile char byte = 0;
  if (strcmp(how, "segv") == 0) {
    *(volatile int *)8 = 1;
  } else if (strcmp(how, "abort") == 0) {
    abort();
  } else if (strcmp(how, "overflow") == 0) {
    overflow(&byte);
  } else if (strcmp(how, "term") == 0) {
    raise(SIGTERM);
  } else if (strcmp(how, "_exit") == 0) {
    _exit(3);
  } else if (strcmp(how, "exit") == 0) {
    exit(4);
  }
}

static void on_timer(uv_timer_t *handle) {
  uv_queue_work(handle->loop, &work, on_work, on_worked);
  uv_close((uv_handle_t *)handle, NULL);
}

static void run(uv_loop_t *loop) {
  uv_update_time(loop);
  uv_timer_init(loop, &timer);
  uv_timer_start(&timer, on_timer, 50, 0); /* long enough to sleep on a busy machine */
  uv_run(loop, UV_RUN_DEFAULT);
}

/* fork: the child does not use a loop. daemon: it continues with its parent's. */
static int fork_and_wait(uv_loop_t *loop) {
  pid_t child = fork();
  if (child == 0 && strcmp(how, "daemon") == 0) {
    uv_loop_fork(loop);
    how = "child";
    run(loop);
  }
  if (child == 0) {
    exit(0);
  }
  printf("%d\n", (int)child);
  int status;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

int main(int argc, char **argv) {
  uv_loop_t *loop = uv_default_loop();
  how = argc > 1 ? argv[1] : "end";
  run(loop);
  if (strcmp(how, "fork") == 0 || strcmp(how, "daemon") == 0) {
    return fork_and_wait(loop);
  }
  if (strcmp(how, "exec") == 0) { /* as another traced program */
    execl("/proc/self/exe", "victim", "end", (char *)NULL);
  }
  if (strcmp(how, "wait") == 0) { /* for input, before the end */
    putchar('w');
    fflush(stdout);
    getchar();
  }
  if (strcmp(how, "spawn") == 0) {
    return system("/proc/$PPID/exe end");
  }
  return 0;
}
