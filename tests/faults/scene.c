/* SPDX-License-Identifier: MIT */
/*
 * Plays one scene once, with one fault, and judges it: see scene_play. Called by faults.c in a
 * process of its own.
 */
#include "scene.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "play.h"

#define REQUESTS_MAX 1024
#define DEADLINE_MS 8000
#define FDS_MAX 256

static struct {
  const scene *scene;
  play_report *report;
  fault_state *faults;
  uv_loop_t loop;
  uv_timer_t deadline;
  uv_timer_t later;
  void (*later_step)(uv_loop_t *loop);
  bool over;
  struct {
    const void *request;
    bool waiting;
  } requests[REQUESTS_MAX];
  unsigned request_count;
  atomic_long blocks;        /* outstanding */
  bool descriptors[FDS_MAX]; /* open at the beginning */
} play;

void scene_wrong(const char *what) {
  if (play.report->wrong[0] == '\0') {
    snprintf(play.report->wrong, sizeof(play.report->wrong), "%s", what);
  }
}

bool scene_is_over(void) { return play.over; }

static void stop(void) {
  play.over = true;
  uv_stop(&play.loop);
}

bool scene_ok(long result) {
  if (result >= 0) {
    return true;
  }
  if (!play.over) {
    play.report->error = (int)result;
    stop();
  }
  return false;
}

void scene_goal(void) {
  if (!play.over && ++play.report->goals == play.scene->goals) {
    stop();
  }
}

static void on_later(uv_timer_t *timer) { play.later_step(timer->loop); }

void scene_later(void (*step)(uv_loop_t *loop)) {
  play.later_step = step;
  uv_timer_start(&play.later, on_later, 1, 0);
}

static unsigned find(const void *request) {
  unsigned i = 0;
  while (i < play.request_count && play.requests[i].request != request) {
    i++;
  }
  if (i == play.request_count) {
    if (i == REQUESTS_MAX) {
      fprintf(stderr, "%s: more than %d requests\n", play.scene->name, REQUESTS_MAX);
      exit(1);
    }
    play.requests[play.request_count++].request = request;
  }
  return i;
}

bool scene_began(const void *request, int result) {
  if (!scene_ok(result)) {
    return false;
  }
  play.requests[find(request)].waiting = true;
  return true;
}

bool scene_ended(const void *request) {
  unsigned i = find(request);
  if (!play.requests[i].waiting) {
    scene_wrong("a callback came for a request that was refused or has ended");
  }
  play.requests[i].waiting = false;
  return !play.over;
}

void scene_pause(void) { atomic_store(&play.faults->armed, false); }

void scene_resume(void) { atomic_store(&play.faults->armed, true); }

const char *scene_path(const char *name) {
  static char paths[4][256];
  static unsigned next;
  char *path = paths[next++ % 4];
  snprintf(path, sizeof(paths[0]), "%s/%s", play.report->directory, name);
  return path;
}

/* The allocator of the library: fails like other calls, and counts. */
static bool no_memory(void) {
  bool fails = fault_strike(play.faults, CALL_alloc) != 0;
  if (fails) {
    errno = ENOMEM;
  }
  return fails;
}

static void *take(size_t size) {
  void *block = no_memory() ? NULL : malloc(size);
  atomic_fetch_add(&play.blocks, block != NULL);
  return block;
}

static void *take_zeroed(size_t count, size_t size) {
  void *block = no_memory() ? NULL : calloc(count, size);
  atomic_fetch_add(&play.blocks, block != NULL);
  return block;
}

static void *take_again(void *old, size_t size) {
  void *block = no_memory() ? NULL : realloc(old, size);
  atomic_fetch_add(&play.blocks, block != NULL && old == NULL);
  return block;
}

static void give(void *block) {
  atomic_fetch_sub(&play.blocks, block != NULL);
  free(block);
}

static void on_deadline(uv_timer_t *timer) {
  (void)timer;
  char text[100];
  snprintf(text, sizeof(text), "stuck: %u of %u goals reached, and no error was reported",
           play.report->goals, play.scene->goals);
  scene_wrong(text);
  stop();
}

static void close_one(uv_handle_t *handle, void *unused) {
  (void)unused;
  if (!uv_is_closing(handle)) {
    uv_close(handle, NULL);
  }
}

static void clean_up(void) {
  play.over = true;
  /* More than once: callbacks may make handles after the walk has passed. */
  for (int round = 0; round < 3; round++) {
    uv_walk(&play.loop, close_one, NULL);
    uv_run(&play.loop, UV_RUN_DEFAULT);
  }
  int err = uv_loop_close(&play.loop);
  if (err != 0) {
    scene_wrong("the loop does not close");
    fprintf(stderr, "uv_loop_close: %s\n", uv_err_name(err));
    uv_print_all_handles(&play.loop, stderr);
    fprintf(stderr, "%u requests\n", play.loop.active_reqs.count);
  }
  if (play.scene->end != NULL) {
    scene_pause();
    play.scene->end();
  }
}

/* The open descriptors, except the one used for listing them. */
static void list_descriptors(bool *open) {
  DIR *directory = opendir("/proc/self/fd");
  const struct dirent *entry;
  while (directory != NULL && (entry = readdir(directory)) != NULL) {
    int fd = atoi(entry->d_name);
    if (entry->d_name[0] != '.' && fd != dirfd(directory) && fd < FDS_MAX) {
      open[fd] = true;
    }
  }
  if (directory != NULL) {
    closedir(directory);
  }
}

static void compare_descriptors(const bool *before) {
  bool after[FDS_MAX] = {false};
  list_descriptors(after);
  for (int fd = 0; fd < FDS_MAX; fd++) {
    if (before[fd] != after[fd]) {
      char path[32];
      char what[100] = "closed, but not the scene's";
      char text[160];
      snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
      ssize_t length = after[fd] ? readlink(path, what, sizeof(what) - 1) : -1;
      if (length >= 0) {
        what[length] = '\0';
      }
      snprintf(text, sizeof(text), "descriptor %d: %s", fd, what);
      scene_wrong(text);
    }
  }
}

static void check_left_over(void) {
  char text[100];
  for (unsigned i = 0; i < play.request_count; i++) {
    if (play.requests[i].waiting) {
      scene_wrong("the callback of a request never came");
    }
  }
  long blocks = atomic_load(&play.blocks);
  if (blocks != 0) {
    snprintf(text, sizeof(text), "%ld blocks of memory are left", blocks);
    scene_wrong(text);
  }
}

/* All is closed: is anything left? */
static void conclude(void) {
  scene_pause();
  uv_library_shutdown();
  compare_descriptors(play.descriptors);
  check_left_over();
}

static void run_to_end(void) {
  uv_run(&play.loop, UV_RUN_DEFAULT);
  if (!play.over) {
    scene_wrong("nothing was left to wait for, but goals are missed and no error was reported");
  }
  clean_up();
}

static void perform(void) {
  if (!scene_ok(uv_loop_init(&play.loop))) {
    return;
  }
  uv_timer_init(&play.loop, &play.deadline);
  uv_timer_start(&play.deadline, on_deadline, DEADLINE_MS, 0);
  uv_unref((uv_handle_t *)&play.deadline);
  uv_timer_init(&play.loop, &play.later);
  play.scene->begin(&play.loop);
  run_to_end();
}

void scene_child(void) {
  if (!play.over) { /* the loop could not be forked, so nothing can be done with it */
    run_to_end();
    conclude();
  }
  _exit(0);
}

void scene_parent(int child) {
  int status = 0;
  scene_pause();
  pid_t waited = waitpid(child, &status, 0);
  scene_resume();
  if (waited != child || status != 0) {
    scene_wrong("the child died");
  } else if (play.report->error == 0 && play.report->goals < play.scene->goals) {
    scene_wrong("the child missed goals, and no error was reported");
  }
  stop();
}

void scene_play(const scene *what, const play_fault *fault, play_report *report) {
  fault_control_fn *control = (fault_control_fn *)dlsym(RTLD_DEFAULT, FAULT_CONTROL);
  play.faults = control == NULL ? NULL : control();
  if (play.faults == NULL) {
    fprintf(stderr, "the library that makes calls fail is not loaded\n");
    exit(1);
  }
  play.scene = what;
  play.report = report;
  play.faults->call = fault->call;
  play.faults->error = fault->error;
  play.faults->at = fault->at;
  play.faults->times = fault->times;
  uv_replace_allocator(take, take_again, take_zeroed, give);
  list_descriptors(play.descriptors);
  scene_resume();
  perform();
  conclude();
  for (int call = 0; call < CALL_COUNT; call++) {
    report->counts[call] = atomic_load(&play.faults->counts[call]);
  }
  report->hits = atomic_load(&play.faults->hits);
  report->played = true;
}
