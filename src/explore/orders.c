/* SPDX-License-Identifier: MIT */
/*
 * Exploration: what the kernel has reported may be held back, per descriptor, so that the bytes and
 * the end of a stream stay in order. A loop may be late for its timers. The callback of a closing
 * handle may come in a later turn. All delays are times of the virtual clock.
 */
#include "explore/orders.h"

#include <string.h>

#include "base/alloc.h"
#include "explore/journal.h"
#include "handle/stream.h"
#include "os/virtual.h"

/* At most this much virtual time is spent on delays in one run: endless delays would only lead to
 * timeouts, which show nothing. */
#define PASSED_MAX_NS (20 * GY_CLOCK_NS_PER_SECOND)
#define PASSED_MAX_EXTERNAL_NS (2 * GY_CLOCK_NS_PER_SECOND) /* which take real time */

/* What is held back until some event happens is released rather than let the clock get further than
 * this with nothing but timers: the program's own timeouts should keep their meaning. */
#define GIVE_IN_NS GY_CLOCK_NS_PER_SECOND

#define BATCH_MAX 1024

/* The delay, unless too much time has been spent already. */
static uint64_t counted(gy_quiet *quiet, uint64_t chosen) {
  quiet->orders->passed_ns += (chosen & GY_CHOOSE_EVENTS) == 0 ? chosen : 0;
  return chosen;
}

static bool is_enough(const gy_quiet *quiet) {
  uint64_t max_ns = gy_choose_is_external() ? PASSED_MAX_EXTERNAL_NS : PASSED_MAX_NS;
  return quiet->orders->passed_ns >= max_ns;
}

uint64_t gy_orders_keep(gy_quiet *quiet, gyre_choice kind, const char *label) {
  uint64_t chosen = is_enough(quiet) ? 0 : counted(quiet, gy_choose_delay(kind, label));
  if ((chosen & GY_CHOOSE_EVENTS) != 0) {
    quiet->orders->last_ns = gy_virtual_now();
    return chosen + quiet->orders->events;
  }
  return gy_virtual_now() + chosen;
}

bool gy_orders_due(gy_quiet *quiet, uint64_t until, uint64_t *next_ns) {
  if ((until & GY_CHOOSE_EVENTS) == 0) {
    *next_ns = until < *next_ns ? until : *next_ns;
    return until <= gy_virtual_now();
  }
  uint64_t events = until & ~GY_CHOOSE_EVENTS;
  struct gy_orders *orders = quiet->orders;
  if (events <= orders->events) {
    *next_ns = gy_virtual_now();
    return true;
  }
  orders->first = events < orders->first ? events : orders->first;
  return false;
}

void gy_orders_note(gy_quiet *quiet, const char *what, const char *label) {
  quiet->orders->events++;
  quiet->orders->last_ns = gy_virtual_now();
  gy_choose_note(what, label);
}

void gy_orders_follow(gy_quiet *quiet, uint16_t chain) {
  quiet->orders->chain = chain;
  quiet->orders->goes_on = false;
}

uint16_t gy_orders_chain(gy_quiet *quiet) {
  struct gy_orders *orders = quiet->orders;
  uint16_t chain = orders->goes_on ? ++orders->chains : orders->chain;
  orders->goes_on = true;
  return chain;
}

bool gy_orders_give_in(gy_quiet *quiet, uint64_t next_ns) {
  struct gy_orders *orders = quiet->orders;
  if (orders == NULL || orders->first == UINT64_MAX || next_ns <= orders->last_ns + GIVE_IN_NS) {
    return false;
  }
  orders->events = orders->first;
  return true;
}

static gy_kept *kept_of(struct gy_orders *orders, int fd) {
  if ((unsigned)fd >= orders->kept_count) {
    unsigned count = (unsigned)fd + 64;
    gy_kept *kept = gy_alloc_resize(orders->kept, count * sizeof(*kept));
    if (kept == NULL) {
      return NULL;
    }
    memset(kept + orders->kept_count, 0, (count - orders->kept_count) * sizeof(*kept));
    orders->kept = kept;
    orders->kept_count = count;
  }
  return &orders->kept[fd];
}

/* The handle for which a descriptor is watched; NULL: it belongs to the loop itself. */
static const gy_handle *handle_of(const gy_loop *loop, int fd) {
  for (const gy_queue *link = loop->handles.next; link != &loop->handles; link = link->next) {
    const gy_handle *handle = GY_CONTAINER(link, gy_handle, link);
    uv_os_fd_t own;
    if (uv_fileno((const uv_handle_t *)handle, &own) == 0 && own == fd) {
      return handle;
    }
  }
  return NULL;
}

/* "" for a poll handle by which threads wake the loop: as with async handles, it is not decided. */
static const char *label_of(const gy_loop *loop, int fd) {
  const gy_handle *handle = handle_of(loop, fd);
  if (handle == NULL) {
    return "other";
  }
  if (handle->type == UV_POLL && gy_peers_is_eventfd(fd)) {
    return "";
  }
  bool listens = (handle->type == UV_TCP || handle->type == UV_NAMED_PIPE) &&
                 (handle->flags & GY_STREAM_LISTENING) != 0;
  return listens ? "listener" : uv_handle_type_name(handle->type);
}

/* Is this event delivered now? */
static bool passes(gy_quiet *quiet, const gy_event *event, const char *label, uint64_t *next_ns) {
  gy_kept *kept = kept_of(quiet->orders, event->fd);
  if (kept == NULL || label[0] == 0) {
    return true;
  }
  if (kept->stamp != event->stamp) {
    *kept = (gy_kept){.stamp = event->stamp};
  }
  if (kept->chain == 0) {
    kept->chain = ++quiet->orders->chains;
  }
  gy_choose_chain = kept->chain;
  gy_choose_subject = (uint64_t)event->fd + UV_REQ_TYPE_MAX;
  if (kept->owed) {
    kept->until = 0;
    return true;
  }
  if (kept->until == 0) {
    kept->until = gy_orders_keep(quiet, GYRE_CHOICE_READY, label);
    kept->occurrence = gy_choose_occurrence;
    kept->cause = gy_journal_on ? gy_journal_speaker(event->fd) : 0;
  }
  if (!gy_orders_due(quiet, kept->until, next_ns)) {
    return false;
  }
  kept->until = 0;
  return true;
}

/* What a child has sent before its end is there, and whoever knows of the end expects to find it,
 * even without waiting: pipes, local sockets and terminals have no delay. It is not known which of
 * them the child had. */
void gy_orders_child_ended(gy_loop *loop) {
  struct gy_orders *orders = gy_quiet_of(loop)->orders;
  for (const gy_queue *link = loop->handles.next; link != &loop->handles; link = link->next) {
    uv_os_fd_t fd;
    const gy_handle *handle = GY_CONTAINER(link, gy_handle, link);
    if (uv_fileno((const uv_handle_t *)handle, &fd) != 0 || !gy_peers_is_local(fd)) {
      continue;
    }
    gy_kept *kept = (unsigned)fd < loop->slot_count ? kept_of(orders, fd) : NULL;
    if (kept != NULL) {
      kept->stamp = loop->slots[fd].stamp;
      kept->owed = orders->owes = true;
    }
  }
}

static bool is_among(const gy_event *events, int count, unsigned fd) {
  for (int i = 0; i < count; i++) {
    if ((unsigned)events[i].fd == fd) {
      return true;
    }
  }
  return false;
}

/* What was owed and is not there any more has been read. */
static void settle_owed(gy_quiet *quiet, const gy_event *found, int count) {
  struct gy_orders *orders = quiet->orders;
  orders->owes = false;
  for (unsigned fd = 0; fd < orders->kept_count; fd++) {
    gy_kept *kept = &orders->kept[fd];
    if (kept->owed && fd < quiet->loop->slot_count) {
      const gy_slot *slot = &quiet->loop->slots[fd];
      bool is_read = slot->watcher != NULL && (slot->watcher->wanted & GY_IO_READ) != 0;
      kept->owed = slot->stamp == kept->stamp && (!is_read || is_among(found, count, fd));
      orders->owes |= kept->owed;
    }
  }
}

static void note_ready(gy_quiet *quiet, int fd, const char *label) {
  char text[64];
  gy_orders_note(quiet, "ready", label);
  gy_kept *kept = gy_journal_on ? kept_of(quiet->orders, fd) : NULL;
  if (kept != NULL) {
    gy_journal_line line = {.what = "ready",
                            .label = label,
                            .occurrence = kept->occurrence,
                            .cause = kept->cause,
                            .before = kept->event,
                            .touches = gy_journal_descriptor(fd, text),
                            .subject = handle_of(quiet->loop, fd)};
    kept->event = gy_journal_event(&line);
  }
}

void gy_orders_dispatched(gy_loop *loop, int fd) {
  const gy_kept *kept = kept_of(gy_quiet_of(loop)->orders, fd);
  if (kept != NULL && kept->chain != 0) {
    gy_orders_follow(gy_quiet_of(loop), kept->chain);
    gy_journal_enter(kept->event);
  }
}

/* The kernel's order differs from run to run; the order of descriptors does not. */
static void sort(gy_event *events, int count) {
  for (int i = 1; i < count; i++) {
    gy_event moved = events[i];
    int place = i;
    for (; place > 0 && events[place - 1].fd > moved.fd; place--) {
      events[place] = events[place - 1];
    }
    events[place] = moved;
  }
}

/* The release time of a closing handle is stored in its reserved members, which are unused. */
static uint64_t *closing_time(gy_handle *handle) { return (uint64_t *)&handle->u.reserved[3]; }

static void look_at_closing(gy_quiet *quiet, uint64_t *next_ns) {
  quiet->orders->closing_due = false;
  gy_handle *handle = quiet->loop->closing_left;
  for (; handle != NULL; handle = handle->closing_next) {
    quiet->orders->closing_due |= gy_orders_due(quiet, *closing_time(handle), next_ns);
  }
}

int gy_orders_look(gy_quiet *quiet, gy_event *events, int max, const sigset_t *mask,
                   uint64_t *next_ns, bool *kept) {
  gy_event found[BATCH_MAX];
  gy_loop *loop = quiet->loop;
  *kept = false;
  quiet->orders->first = UINT64_MAX;
  int limit = max < BATCH_MAX ? max : BATCH_MAX;
  int all = quiet->real->wait(&loop->io, found, limit, 0, mask);
  sort(found, all);
  if (quiet->orders->owes) {
    settle_owed(quiet, found, all);
  }
  int count = 0;
  for (int i = 0; i < all; i++) {
    const char *label = label_of(loop, found[i].fd);
    if (passes(quiet, &found[i], label, next_ns)) {
      events[count++] = found[i];
      if (label[0] != 0) {
        note_ready(quiet, found[i].fd, label);
      }
    } else {
      *kept = true;
    }
  }
  gy_held_step(quiet, next_ns);
  look_at_closing(quiet, next_ns);
  return all < 0 ? all : count;
}

void gy_orders_timer_due(gy_quiet *quiet) {
  quiet->orders->events++;
  gy_choose_note("timer", "");
  gy_orders_follow(quiet, ++quiet->orders->chains);
  gy_choose_occurrence = 0;
  if (!is_enough(quiet)) {
    uint64_t stall_ns = counted(quiet, gy_choose_time(GYRE_CHOICE_STALL, "timer"));
    gy_virtual_reach(gy_virtual_now() + stall_ns);
  }
  gy_journal_line line = {.what = "stall", .label = "timer", .occurrence = gy_choose_occurrence};
  gy_journal_enter(gy_journal_event(&line));
}

/* The same for the journal: the occurrence number of the decision. */
static uintptr_t *closing_occurrence(gy_handle *handle) {
  return (uintptr_t *)&handle->u.reserved[2];
}

static void note_close(gy_quiet *quiet, gy_handle *handle) {
  const char *name = uv_handle_type_name(handle->type);
  gy_orders_note(quiet, "close", name);
  if (gy_journal_on) {
    gy_journal_line line = {.what = "close",
                            .label = name,
                            .occurrence = (unsigned)*closing_occurrence(handle),
                            .cause = gy_journal_now(),
                            .subject = handle};
    gy_journal_enter(gy_journal_event(&line));
  }
}

/* Only what may have requests in progress, or is known to the system. Whatever else is closed, such
 * as a timer, has its callback in the next closing phase: there is nothing to wait for, in libuv on
 * no system, and programs rely on it. */
static bool may_close_late(const gy_handle *handle) {
  return handle->type == UV_TCP || handle->type == UV_NAMED_PIPE || handle->type == UV_TTY ||
         handle->type == UV_UDP || handle->type == UV_POLL || handle->type == UV_PROCESS;
}

gy_handle *gy_orders_closing(gy_loop *loop, gy_handle *kept, gy_handle *closing,
                             gy_handle **later) {
  gy_quiet *quiet = gy_quiet_of(loop);
  gy_handle *now = NULL;
  gy_handle **end = &now;
  gy_handle *rest = NULL;
  gy_handle **rest_end = &rest;
  gy_choose_chain = quiet->orders->chain;
  gy_choose_subject = 0;
  for (gy_handle *handle = closing; handle != NULL; handle = handle->closing_next) {
    bool may_be_late = may_close_late(handle);
    *closing_time(handle) =
        may_be_late ? gy_orders_keep(quiet, GYRE_CHOICE_CLOSE, uv_handle_type_name(handle->type))
                    : gy_virtual_now();
    *closing_occurrence(handle) = may_be_late ? gy_choose_occurrence : 0;
  }
  while (kept != NULL || closing != NULL) {
    gy_handle **list = kept != NULL ? &kept : &closing;
    gy_handle *handle = *list;
    *list = handle->closing_next;
    handle->closing_next = NULL;
    uint64_t next_ns = UINT64_MAX;
    if (gy_orders_due(quiet, *closing_time(handle), &next_ns)) {
      note_close(quiet, handle);
      *end = handle;
      end = &handle->closing_next;
    } else {
      *rest_end = handle;
      rest_end = &handle->closing_next;
    }
  }
  *later = rest;
  return now;
}

static void nothing(gy_loop *loop, gy_post *post) {
  (void)loop;
  (void)post;
}

bool gy_orders_close_due(gy_quiet *quiet) {
  struct gy_orders *orders = quiet->orders;
  if (orders == NULL || !orders->closing_due) {
    return false;
  }
  orders->nudge.run = nothing;
  gy_posts_push(quiet->loop, GY_POSTS_WORK, &orders->nudge);
  return true;
}

int gy_orders_open(gy_quiet *quiet) {
  quiet->orders = gy_alloc_zeroed(1, sizeof(*quiet->orders));
  if (quiet->orders == NULL) {
    return UV_ENOMEM;
  }
  gy_held_init(&quiet->orders->held);
  return 0;
}

void gy_orders_close(gy_quiet *quiet) {
  if (quiet->orders != NULL) {
    gy_free(quiet->orders->kept);
    gy_free(quiet->orders);
  }
}
