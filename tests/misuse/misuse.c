/* SPDX-License-Identifier: MIT */
/*
 * Calls every function of uv.h: those that take a handle or a loop on one in an unsuitable state
 * (zeroed, fresh, in use, closing, closed), others with bad arguments. Each call runs in a process
 * of its own. One line per call reports the result and the state of the handle and the loop
 * afterwards, or the signal that ended the process. tests/misuse/run compares the lines of libuv
 * and of libgyre.
 *
 * usage: misuse [PATTERN]   only calls with this in their name; =NAME: only the one of that name
 */
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uv.h>

/* An older libuv lacks some of them. */
#pragma weak uv_timer_get_due_in
#pragma weak uv_tcp_close_reset
#pragma weak uv_tcp_keepalive_ex
#pragma weak uv_pipe_bind2
#pragma weak uv_pipe_connect2
#pragma weak uv_try_write2
#pragma weak uv_udp_try_send2
#pragma weak uv_udp_using_recvmmsg
#pragma weak uv_metrics_info
#pragma weak uv_clock_gettime
#pragma weak uv_cpumask_size
#pragma weak uv_get_available_memory
#pragma weak uv_getrusage_thread
#pragma weak uv_os_free_group
#pragma weak uv_os_get_group
#pragma weak uv_os_get_passwd2
#pragma weak uv_thread_detach
#pragma weak uv_thread_getaffinity
#pragma weak uv_thread_getcpu
#pragma weak uv_thread_getname
#pragma weak uv_thread_getpriority
#pragma weak uv_thread_setaffinity
#pragma weak uv_thread_setname
#pragma weak uv_thread_setpriority
#pragma weak uv_udp_open_ex
#pragma weak uv_utf16_length_as_wtf8
#pragma weak uv_utf16_to_wtf8
#pragma weak uv_wtf8_length_as_utf16
#pragma weak uv_wtf8_to_utf16

#define LIMIT_S 10
#define TURNS 20
#define PATIENCE_NS 1000000000 /* for threads that a busy machine delays */

typedef enum { ZEROED, FRESH, USED, CLOSING, CLOSED, TWICE, STATES } state;

static const char *const state_names[STATES] = {"zeroed",  "fresh",  "used",
                                                "closing", "closed", "twice"};

typedef union {
  uv_handle_t handle;
  uv_stream_t stream;
  uv_tcp_t tcp;
  uv_pipe_t pipe;
  uv_tty_t tty;
  uv_udp_t udp;
  uv_timer_t timer;
  uv_idle_t idle;
  uv_check_t check;
  uv_prepare_t prepare;
  uv_async_t async;
  uv_poll_t poll;
  uv_signal_t signal;
  uv_process_t process;
  uv_fs_event_t fs_event;
  uv_fs_poll_t fs_poll;
} any;

static any h;     /* the handle that is misused */
static any other; /* a valid one that some calls need, too */
static uv_loop_t loop;
static uv_write_t write_req;
static uv_connect_t connect_req;
static uv_shutdown_t shutdown_req;
static uv_udp_send_t send_req;
static struct sockaddr_in address;
static char text[256];
static size_t size;
static int number;
static int calls; /* callbacks that ran */

static void on_any(void) { calls++; }

static void on_alloc(uv_handle_t *handle, size_t wanted, uv_buf_t *buf) {
  (void)handle, (void)wanted;
  *buf = uv_buf_init(text, sizeof(text));
}

/* All callbacks only count: their parameters do not matter. */
#define CB(type) ((type)(void (*)(void))on_any)

static uv_buf_t hello = {.base = (char *)"hello", .len = 5};
static uv_buf_t *hellos = &hello;
static unsigned one = 1;
static uv_fs_t fs_req;
static uv_random_t random_req;
static uv_work_t work_req;
static uv_getaddrinfo_t addr_req;
static uv_getnameinfo_t name_req;

/* Arguments of functions without a handle: all zeroes, except what none of them could survive. */
static uv_loop_t sick; /* the loop that is misused; handles have `loop` */
static uv_timer_t sick_timer;
static uv_metrics_t metrics;
static uv_process_options_t no_program = {.file = "/nowhere/at/all", .args = (char *[]){NULL}};
static struct sockaddr_in6 address6;
static uv_dir_t no_directory;
static uv_dirent_t entry;
static uv_interface_address_t *interfaces;
static uv_cpu_info_t *cpus;
static uv_rusage_t usage;
static uv_timespec64_t clock_now;
static uv_env_item_t *variables;
static uv_passwd_t passwd;
static uv_group_t group;
static uv_lib_t library;
static uv_mutex_t mutex;
static uv_rwlock_t rwlock;
static uv_sem_t semaphore;
static uv_cond_t condition;
static uv_barrier_t barrier;
static uv_once_t guard = UV_ONCE_INIT;
static uv_key_t key;
static uv_thread_t thread;
static uv_thread_options_t thread_options = {.flags = 0xfffe};
static uv_os_sock_t sockets[2];
static uv_file ends[2];
static void *pointer;
static double real, reals[3];
static char *wide;
static uint16_t half[] = {0xd800, 0}, pair[3];

/* More than a system call takes at a time. */
static uv_buf_t *huge(void) {
  static uv_buf_t buf;
  size_t wanted = (size_t)3 << 30;
  void *memory = mmap(NULL, wanted, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    abort();
  buf.base = memory;
  buf.len = wanted;
  return &buf;
}

/* More buffers than a system call takes, all of them valid. */
static uv_buf_t *many(unsigned count) {
  uv_buf_t *bufs = calloc(count, sizeof(*bufs));
  for (unsigned i = 0; bufs != NULL && i < count; i++)
    bufs[i] = uv_buf_init((char *)"x", 1);
  return bufs;
}

static char *long_name(void) {
  static char name[5000];
  memset(name, 'x', sizeof(name) - 1);
  return name;
}

static FILE *nowhere_file(void) { return fopen("/dev/null", "w"); }

static int a_file(int flags) { return open("/dev/zero", flags); }
static struct sockaddr *nowhere = NULL;

static uv_stream_t *a_tcp(void) {
  if (uv_tcp_init(&loop, &other.tcp) != 0)
    abort();
  return &other.stream;
}

/* A name without a file that no other process uses at the same time. */
static const char *own_name(void) {
  static char name[32];
  snprintf(name + 1, sizeof(name) - 1, "misuse-%08d", (int)getpid());
  return name;
}
#define OWN_NAME_LENGTH 16

static int a_socket(int type) { return socket(AF_INET, type | SOCK_NONBLOCK, 0); }

static void connected_pair(int pair[2]) {
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) != 0)
    abort();
}

static void tcp_pair(int pair[2]) {
  struct sockaddr_in name = {.sin_family = AF_INET};
  socklen_t length = sizeof(name);
  int server = socket(AF_INET, SOCK_STREAM, 0);
  name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  pair[0] = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(server, (struct sockaddr *)&name, length) != 0 || listen(server, 1) != 0 ||
      getsockname(server, (struct sockaddr *)&name, &length) != 0 ||
      connect(pair[0], (struct sockaddr *)&name, length) != 0)
    abort();
  pair[1] = accept(server, NULL, NULL);
  close(server);
}

/* Enough turns for threads and the kernel: it waits for what keeps a loop alive, since a thread of
   the pool may be late. */
static void turns(void) {
  uint64_t end = uv_hrtime() + PATIENCE_NS;
  for (int i = 0; i < TURNS || (uv_loop_alive(&loop) && uv_hrtime() < end); i++) {
    uv_run(&loop, UV_RUN_NOWAIT);
    usleep(200);
  }
}

/* How each kind is made (FRESH) and used (USED). */
static int init_timer(void) { return uv_timer_init(&loop, &h.timer); }
static void use_timer(void) { uv_timer_start(&h.timer, CB(uv_timer_cb), 100000, 100000); }
static int init_idle(void) { return uv_idle_init(&loop, &h.idle); }
static void use_idle(void) { uv_idle_start(&h.idle, CB(uv_idle_cb)); }
static int init_check(void) { return uv_check_init(&loop, &h.check); }
static void use_check(void) { uv_check_start(&h.check, CB(uv_check_cb)); }
static int init_prepare(void) { return uv_prepare_init(&loop, &h.prepare); }
static void use_prepare(void) { uv_prepare_start(&h.prepare, CB(uv_prepare_cb)); }
static int init_async(void) { return uv_async_init(&loop, &h.async, CB(uv_async_cb)); }
static void use_async(void) { uv_async_send(&h.async); }
static int init_poll(void) {
  int pair[2];
  connected_pair(pair);
  return uv_poll_init(&loop, &h.poll, pair[0]);
}
static void use_poll(void) { uv_poll_start(&h.poll, UV_READABLE, CB(uv_poll_cb)); }
static int init_signal(void) { return uv_signal_init(&loop, &h.signal); }
static void use_signal(void) { uv_signal_start(&h.signal, CB(uv_signal_cb), SIGUSR1); }
static int init_process(void) {
  char *args[] = {(char *)"sleep", (char *)"5", NULL};
  uv_process_options_t options = {.file = "sleep", .args = args};
  return uv_spawn(&loop, &h.process, &options);
}
/* Waits for its end without reaping it: otherwise the next turn might not see it. */
static void use_process(void) {
  siginfo_t info;
  uv_process_kill(&h.process, SIGKILL);
  while (waitid(P_PID, (id_t)h.process.pid, &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
}
static int init_tcp(void) { return uv_tcp_init(&loop, &h.tcp); }
static void use_tcp(void) {
  int pair[2];
  tcp_pair(pair);
  uv_tcp_open(&h.tcp, pair[0]);
  uv_read_start(&h.stream, on_alloc, CB(uv_read_cb));
}
static int init_pipe(void) { return uv_pipe_init(&loop, &h.pipe, 0); }
static void use_pipe(void) {
  int pair[2];
  connected_pair(pair);
  uv_pipe_open(&h.pipe, pair[0]);
  uv_read_start(&h.stream, on_alloc, CB(uv_read_cb));
}
static int init_ipc(void) { return uv_pipe_init(&loop, &h.pipe, 1); }
static int init_tty(void) {
  int master = posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
    return -1;
  return uv_tty_init(&loop, &h.tty, open(ptsname(master), O_RDWR | O_NOCTTY), 1);
}
static void use_tty(void) { uv_read_start(&h.stream, on_alloc, CB(uv_read_cb)); }
static int init_udp(void) { return uv_udp_init(&loop, &h.udp); }
static void use_udp(void) {
  uv_udp_bind(&h.udp, (struct sockaddr *)&address, 0);
  uv_udp_recv_start(&h.udp, on_alloc, CB(uv_udp_recv_cb));
}
static int init_fs_event(void) { return uv_fs_event_init(&loop, &h.fs_event); }
static void use_fs_event(void) { uv_fs_event_start(&h.fs_event, CB(uv_fs_event_cb), "/", 0); }
static int init_fs_poll(void) { return uv_fs_poll_init(&loop, &h.fs_poll); }
static void use_fs_poll(void) { uv_fs_poll_start(&h.fs_poll, CB(uv_fs_poll_cb), "/", 100000); }

/* For functions that an older libuv lacks: HAS(f) ? f(...) : absent() */
#define HAS(function) ((void (*)(void))(function) != NULL)

static int absent(void) {
  printf(" absent");
  fflush(stdout);
  _exit(0);
}

#define STREAMS " tcp pipe ipc tty "
#define PIPES " pipe ipc "
#define CALL(kinds, name, value) \
  static long long call_##name(void) { return (long long)(value); }
#include "calls.def"
#include "loops.def"
#include "plain.def"
#undef CALL

typedef struct {
  const char *kind;
  int (*init)(void);
  void (*use)(void);
} kind;

typedef struct {
  const char *kinds; /* "" for all, or a list of names with spaces on both sides */
  const char *name;
  long long (*run)(void);
} call;

static const kind kinds[] = {
    {"timer", init_timer, use_timer},
    {"idle", init_idle, use_idle},
    {"check", init_check, use_check},
    {"prepare", init_prepare, use_prepare},
    {"async", init_async, use_async},
    {"poll", init_poll, use_poll},
    {"signal", init_signal, use_signal},
    {"process", init_process, use_process},
    {"tcp", init_tcp, use_tcp},
    {"pipe", init_pipe, use_pipe},
    {"ipc", init_ipc, use_pipe},
    {"tty", init_tty, use_tty},
    {"udp", init_udp, use_udp},
    {"fs_event", init_fs_event, use_fs_event},
    {"fs_poll", init_fs_poll, use_fs_poll},
    {"loop", NULL, NULL},
    {"plain", NULL, NULL},
};

#define CALL(kinds, name, value) {kinds, #name, call_##name},
static const call every_call[] = {
#include "calls.def"
#include "loops.def"
#include "plain.def"
};
#undef CALL

static void enter_loop(state in) {
  if (in == ZEROED)
    return;
  if (uv_loop_init(&sick) != 0)
    exit(97);
  if (in == USED || in == CLOSING) {
    uv_timer_init(&sick, &sick_timer);
    uv_timer_start(&sick_timer, CB(uv_timer_cb), 100000, 0);
  }
  if (in == CLOSING)
    uv_close((uv_handle_t *)&sick_timer, NULL);
  if (in >= CLOSED)
    uv_loop_close(&sick);
  if (in == TWICE)
    uv_loop_close(&sick);
}

static void enter(const kind *of, state in) {
  if (of->init == NULL) {
    enter_loop(in);
    return;
  }
  if (in == ZEROED)
    return;
  if (of->init() != 0)
    exit(99);
  if (in == USED || in == TWICE)
    of->use();
  if (in >= CLOSING)
    uv_close(&h.handle, CB(uv_close_cb));
  if (in >= CLOSED)
    turns();
}

/* What can be seen afterwards. A loop with a wrong count hangs or cannot be closed. */
static void aftermath(state in) {
  if (in == ZEROED)
    return;
  printf(" active %d closing %d ref %d", uv_is_active(&h.handle), uv_is_closing(&h.handle),
         uv_has_ref(&h.handle));
  fflush(stdout);
  if (!uv_is_closing(&h.handle))
    uv_close(&h.handle, CB(uv_close_cb));
  turns();
  printf(" alive %d", uv_loop_alive(&loop) != 0);
  printf(" close %d", uv_loop_close(&loop));
}

static void child(const kind *of, state in, const call *what) {
  alarm(LIMIT_S);
  if (uv_loop_init(&loop) != 0)
    exit(98);
  uv_ip4_addr("127.0.0.1", 0, &address);
  enter(of, in);
  calls = 0;
  size = sizeof(text);
  long long result = what->run();
  printf(" result %lld", result);
  fflush(stdout);
  if (of->init != NULL)
    aftermath(in);
  fflush(stdout);
  _exit(0);
}

static void try(const kind *of, state in, const call *what, const char *pattern) {
  char name[128];
  int status = 0;
  snprintf(name, sizeof(name), "%s/%s/%s", of->kind, state_names[in], what->name);
  if (pattern && (*pattern == '=' ? strcmp(name, pattern + 1) != 0 : !strstr(name, pattern)))
    return;
  printf("%s:", name);
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    int null = open("/dev/null", O_WRONLY); /* messages of assertions */
    dup2(null, STDERR_FILENO);
    child(of, in, what);
  }
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status))
    printf(" signal %d", WTERMSIG(status));
  if (WIFEXITED(status) && WEXITSTATUS(status))
    printf(" exit %d", WEXITSTATUS(status));
  printf("\n");
}

int main(int argc, char **argv) {
  const char *pattern = argc > 1 ? argv[1] : NULL;
  for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++)
    for (int in = 0; in < STATES; in++)
      for (size_t c = 0; c < sizeof(every_call) / sizeof(every_call[0]); c++) {
        char padded[32];
        snprintf(padded, sizeof(padded), " %s ", kinds[k].kind);
        if (*every_call[c].kinds ? !strstr(every_call[c].kinds, padded) : kinds[k].init == NULL)
          continue;
        if (strcmp(kinds[k].kind, "plain") == 0 && in != FRESH)
          continue;
        try(&kinds[k], (state)in, &every_call[c], pattern);
      }
  return 0;
}
