/* SPDX-License-Identifier: MIT */
/*
 * Runs one foreign test where it can disturb nothing: as an ordinary user, with a network, a /tmp
 * and a terminal of its own, and leaves no process behind. tests/uv/run starts one cage per test.
 *
 *   cage SECONDS UID GID DIR PROGRAM TEST [HELPER...]
 *
 * DIR holds PROGRAM and a directory `work` to start in. The helpers (PROGRAM TEST HELPER) are
 * started first; each is ready when it closes the descriptor that UV_TEST_RUNNER_FD names; then the
 * test (PROGRAM TEST TEST). The exit status is the test's, 128 + N if signal N ended it, 124 if it
 * took too long, 125 if the cage itself failed.
 *
 * Tests bind fixed ports and fixed names in /tmp. Where namespaces are allowed each cage has its
 * own loopback network and DIR as its /tmp, so any number of them can run at once. Where they are
 * not, CAGE_OPEN=1 in the environment does without, and the caller runs one test at a time. `cage
 * --probe` exits 0 if namespaces are allowed, `cage --probe-ring UID GID` if an io_uring is.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/io_uring.h>
#include <net/if.h>
#include <net/route.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TIMED_OUT = 124, CAGE_FAILED = 125 };

static struct {
  struct timespec deadline;
  uid_t uid;
  gid_t gid;
  int terminal; /* the other side of every test's controlling terminal, -1 if there is none */
  sigset_t signals;
} cage = {.terminal = -1};

__attribute__((format(printf, 1, 2), noreturn)) static void die(const char *format, ...) {
  int error = errno;
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "cage: ");
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fprintf(stderr, ": %s\n", strerror(error));
  _exit(CAGE_FAILED);
}

static int put(const char *path, const char *text) {
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) {
    return -1;
  }
  ssize_t n = write(fd, text, strlen(text));
  close(fd);
  return n == (ssize_t)strlen(text) ? 0 : -1;
}

/* An ordinary user may make namespaces inside a user namespace; it maps the user to itself, so the
 * test sees the user that it really is, and has no privileges once it is executed. */
static int unshare_all(void) {
  if (geteuid() == 0) {
    return unshare(CLONE_NEWNET | CLONE_NEWNS);
  }
  char uid_map[64];
  char gid_map[64];
  snprintf(uid_map, sizeof(uid_map), "%u %u 1", (unsigned)getuid(), (unsigned)getuid());
  snprintf(gid_map, sizeof(gid_map), "%u %u 1", (unsigned)getgid(), (unsigned)getgid());
  if (unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWNS) != 0) {
    return -1;
  }
  if (put("/proc/self/setgroups", "deny") != 0 || put("/proc/self/uid_map", uid_map) != 0) {
    return -1;
  }
  return put("/proc/self/gid_map", gid_map);
}

/* A new network namespace has a loopback interface, which is down. As the route to everywhere it
 * makes unknown addresses silent instead of unreachable, for tests that wait for one. */
static int raise_loopback(void) {
  int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) {
    return -1;
  }
  struct ifreq request = {.ifr_name = "lo"};
  int failed = ioctl(fd, SIOCGIFFLAGS, &request);
  if (failed == 0) {
    request.ifr_flags |= IFF_UP | IFF_RUNNING;
    failed = ioctl(fd, SIOCSIFFLAGS, &request);
  }
  struct rtentry route = {.rt_flags = RTF_UP, .rt_dev = request.ifr_name};
  route.rt_dst.sa_family = AF_INET;
  route.rt_genmask.sa_family = AF_INET;
  if (failed == 0) {
    failed = ioctl(fd, SIOCADDRT, &route);
  }
  close(fd);
  return failed;
}

static int isolate(const char *tmp) {
  if (unshare_all() != 0 || raise_loopback() != 0) {
    return -1;
  }
  if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) {
    return -1;
  }
  return mount(tmp, "/tmp", NULL, MS_BIND, NULL);
}

static void open_terminal(void) {
  int fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (fd < 0) {
    return; /* tests that need a terminal skip themselves */
  }
  if (grantpt(fd) != 0 || unlockpt(fd) != 0) {
    close(fd);
    return;
  }
  struct winsize size = {.ws_row = 24, .ws_col = 80};
  if (ioctl(fd, TIOCSWINSZ, &size) != 0) {
    close(fd);
    return;
  }
  cage.terminal = fd;
}

/* A new session takes the first terminal that it opens as its controlling one. */
static void take_terminal(void) {
  if (setsid() < 0) {
    die("setsid");
  }
  if (cage.terminal >= 0) {
    int fd = open(ptsname(cage.terminal), O_RDWR | O_CLOEXEC);
    if (fd >= 0) {
      ioctl(fd, TIOCSCTTY, 0);
    }
  }
}

static void become_user(void) {
  if (geteuid() == 0) {
    if (setgroups(0, NULL) != 0 || setgid(cage.gid) != 0 || setuid(cage.uid) != 0) {
      die("cannot become user %u", (unsigned)cage.uid);
    }
  }
}

static int probe_ring(void) {
  struct io_uring_params params = {.flags = 0};
  become_user();
  return syscall(SYS_io_uring_setup, 1, &params) >= 0 ? 0 : 1;
}

__attribute__((noreturn)) static void become_part(char *program, char *test, char *part) {
  take_terminal();
  struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  become_user();
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execv(program, (char *[]){program, test, part, NULL});
  die("%s", program);
}

static int milliseconds_left(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  long long left = (cage.deadline.tv_sec - now.tv_sec) * 1000LL +
                   (cage.deadline.tv_nsec - now.tv_nsec) / 1000000;
  return left > 0 ? (int)left : 0;
}

static void start_helper(char *program, char *test, char *helper) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    die("pipe2");
  }
  pid_t pid = fork();
  if (pid < 0) {
    die("fork");
  }
  if (pid == 0) {
    char number[16];
    int fd = dup(ends[1]); /* without close-on-exec: the helper closes this end */
    snprintf(number, sizeof(number), "%d", fd);
    setenv("UV_TEST_RUNNER_FD", number, 1);
    become_part(program, test, helper);
  }
  close(ends[1]);
  char byte;
  struct pollfd ready = {.fd = ends[0], .events = POLLIN};
  if (poll(&ready, 1, milliseconds_left()) != 1 || read(ends[0], &byte, 1) != 0) {
    fprintf(stderr, "cage: helper %s did not get ready\n", helper);
  }
  close(ends[0]);
}

/* Reaps everything that ends, since orphans of the test become children of the cage, until the test
 * has ended. */
static int await(pid_t test, int seconds) {
  for (;;) {
    int status;
    pid_t pid;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
      if (pid == test) {
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      }
    }
    int left = milliseconds_left();
    if (left == 0) {
      fprintf(stderr, "cage: not finished after %d s\n", seconds);
      return TIMED_OUT;
    }
    struct timespec wait = {.tv_sec = left / 1000, .tv_nsec = left % 1000 * 1000000L};
    int signal_number = sigtimedwait(&cage.signals, NULL, &wait);
    if (signal_number == SIGTERM || signal_number == SIGINT) {
      return CAGE_FAILED;
    }
  }
}

static pid_t parent_of(pid_t pid) {
  char path[64];
  char line[512];
  snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
  FILE *file = fopen(path, "re");
  if (file == NULL) {
    return -1;
  }
  size_t n = fread(line, 1, sizeof(line) - 1, file);
  fclose(file);
  line[n] = 0;
  int parent = -1;
  char *after_name = strrchr(line, ')');
  if (after_name == NULL || sscanf(after_name + 1, " %*c %d", &parent) != 1) {
    return -1;
  }
  return parent;
}

/* Every process of the test is, or becomes when its parent is killed, a child of this one. */
static void end_all(void) {
  while (waitpid(-1, NULL, WNOHANG) >= 0) {
    DIR *processes = opendir("/proc");
    if (processes == NULL) {
      die("/proc");
    }
    struct dirent *entry;
    while ((entry = readdir(processes)) != NULL) {
      pid_t pid = (pid_t)atoi(entry->d_name);
      if (pid > 0 && parent_of(pid) == getpid()) {
        kill(pid, SIGKILL);
      }
    }
    closedir(processes);
    waitpid(-1, NULL, 0);
  }
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "--probe") == 0) {
    return isolate("/tmp") == 0 ? 0 : 1;
  }
  if (argc == 4 && strcmp(argv[1], "--probe-ring") == 0) {
    cage.uid = (uid_t)atoi(argv[2]);
    cage.gid = (gid_t)atoi(argv[3]);
    return probe_ring();
  }
  if (argc < 7) {
    fprintf(stderr, "usage: cage SECONDS UID GID DIR PROGRAM TEST [HELPER...]\n");
    return CAGE_FAILED;
  }
  int seconds = atoi(argv[1]);
  cage.uid = (uid_t)atoi(argv[2]);
  cage.gid = (gid_t)atoi(argv[3]);
  const char *directory = argv[4];
  char *test = argv[6];

  sigemptyset(&cage.signals);
  sigaddset(&cage.signals, SIGCHLD);
  sigaddset(&cage.signals, SIGTERM);
  sigaddset(&cage.signals, SIGINT);
  sigprocmask(SIG_BLOCK, &cage.signals, NULL);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  if (getenv("CAGE_OPEN") == NULL) {
    if (isolate(directory) != 0) {
      die("cannot isolate");
    }
    directory = "/tmp";
  }
  unsetenv("CAGE_OPEN");
  char program[4096];
  snprintf(program, sizeof(program), "%s/%s", directory, argv[5]);
  if (chdir(directory) != 0 || chdir("work") != 0) {
    die("%s/work", directory);
  }
  open_terminal();
  clock_gettime(CLOCK_MONOTONIC, &cage.deadline);
  cage.deadline.tv_sec += seconds;
  for (int i = 7; i < argc; i++) {
    start_helper(program, test, argv[i]);
  }
  pid_t pid = fork();
  if (pid < 0) {
    die("fork");
  }
  if (pid == 0) {
    become_part(program, test, test);
  }
  int status = await(pid, seconds);
  end_all();
  return status;
}
