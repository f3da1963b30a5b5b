/* SPDX-License-Identifier: MIT */
/* Proves that mistakes which the functions cannot report end the process.
 * no musl: its locks do not notice mistakes. */
#include <limits.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../check.h"
#include "uv.h"

static void destroy_locked_mutex(void) {
  uv_mutex_t mutex;
  if (uv_mutex_init(&mutex) == 0) {
    uv_mutex_lock(&mutex);
    uv_mutex_destroy(&mutex);
  }
}

static void unlock_free_recursive_mutex(void) {
  uv_mutex_t mutex;
  if (uv_mutex_init_recursive(&mutex) == 0) {
    uv_mutex_unlock(&mutex);
  }
}

static void write_lock_twice(void) {
  uv_rwlock_t rwlock;
  if (uv_rwlock_init(&rwlock) == 0) {
    uv_rwlock_wrlock(&rwlock);
    uv_rwlock_wrlock(&rwlock);
  }
}

static void post_beyond_the_maximum(void) {
  uv_sem_t sem;
  if (uv_sem_init(&sem, SEM_VALUE_MAX) == 0) {
    uv_sem_post(&sem);
  }
}

static void delete_key_twice(void) {
  uv_key_t key;
  if (uv_key_create(&key) == 0) {
    uv_key_delete(&key);
    uv_key_delete(&key);
  }
}

static void check_aborts(void (*mistake)(void)) {
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    signal(SIGABRT, SIG_DFL);
    /* The message is expected. */
    fclose(stderr);
    mistake();
    _exit(0);
  }
  int status;
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK(WIFSIGNALED(status));
  CHECK_EQ(WTERMSIG(status), SIGABRT);
}

int main(void) {
  check_aborts(destroy_locked_mutex);
  check_aborts(unlock_free_recursive_mutex);
  check_aborts(write_lock_twice);
  check_aborts(post_beyond_the_maximum);
  check_aborts(delete_key_twice);
  return 0;
}
