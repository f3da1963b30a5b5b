/* SPDX-License-Identifier: MIT */
/* Proves when there is no ring: if the environment or the system forbids it, whichever call is
 * refused and with whichever error, and nothing leaks. An invalid value of GYRE_BACKEND is reported
 * in one line on standard error, and nothing else is. */
#include "../loop/fs_scratch.h"
#include "../loop/ring.h"

static long refused_call;
static int refused_with;

static int read_all(int fd, char *text, size_t size) {
  size_t length = 0;
  ssize_t got;
  while ((got = read(fd, text + length, size - 1 - length)) > 0) {
    length += (size_t)got;
  }
  text[length] = 0;
  return (int)length;
}

/* Standard error of a child that calls gy_ring_allowed twice. */
static void check_environment(const char *name, const char *text, bool allowed, const char *said) {
  int ends[2];
  int status;
  char output[256];
  CHECK_EQ(pipe(ends), 0);
  pid_t child = fork();
  if (child == 0) {
    unsetenv("UV_USE_IO_URING");
    unsetenv("GYRE_BACKEND");
    setenv(name, text, 1);
    dup2(ends[1], STDERR_FILENO);
    _exit(gy_ring_allowed() == allowed && gy_ring_allowed() == allowed ? 0 : 1);
  }
  close(ends[1]);
  read_all(ends[0], output, sizeof(output));
  close(ends[0]);
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK_EQ(status, 0);
  CHECK_STR(output, said);
}

static void refuse_body(void) {
  int wake_fd = eventfd(0, EFD_CLOEXEC);
  int before = open_files();
  if (!refuse_call(refused_call, refused_with)) {
    SKIP("no seccomp here");
  }
  CHECK(gy_ring_open(wake_fd) == NULL);
  CHECK_EQ(open_files(), before);
}

static void no_descriptor_body(void) {
  struct rlimit limit;
  int wake_fd = eventfd(0, EFD_CLOEXEC);
  CHECK_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  rlim_t before = limit.rlim_cur;
  limit.rlim_cur = (rlim_t)wake_fd + 1;
  CHECK_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
  CHECK(gy_ring_open(wake_fd) == NULL);
  limit.rlim_cur = before;
  CHECK_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
}

int main(void) {
  check_environment("UV_USE_IO_URING", "0", false, "");
  check_environment("UV_USE_IO_URING", "1", true, "");
  check_environment("GYRE_BACKEND", "epoll", false, "");
  check_environment("GYRE_BACKEND", "uring", true, "");
  check_environment("GYRE_BACKEND", "kqueue", true,
                    "gyre: GYRE_BACKEND is epoll or uring; there is no \"kqueue\"\n");
  check_environment("GYRE_BACKEND", "", true,
                    "gyre: GYRE_BACKEND is epoll or uring; there is no \"\"\n");
  const int errors[] = {ENOSYS, EPERM, ENOMEM, EINVAL};
  const long calls[] = {SYS_io_uring_setup, SYS_io_uring_register};
  for (int i = 0; i < 8; i++) {
    refused_call = calls[i / 4];
    refused_with = errors[i % 4];
    in_child(refuse_body);
  }
  in_child(no_descriptor_body);
  return 0;
}
