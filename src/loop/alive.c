/* SPDX-License-Identifier: MIT */
/* What keeps a loop alive, for people: gyre_alive and gyre_print_alive. */
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "loop/loop.h"
#include "trace/sites.h"

static bool keeps_alive(const gy_handle *handle) {
  if ((handle->flags & GY_HANDLE_CLOSING) != 0) {
    return true; /* until its close callback has run */
  }
  unsigned both = GY_HANDLE_ACTIVE | GY_HANDLE_REF;
  return (handle->flags & both) == both;
}

static void tell(gyre_alive_item *item, gyre_alive_cb cb, void *arg) {
  char site[GY_SITE_TEXT];
  item->count = 1;
  item->since_ns = gy_sites_tell(item->subject, site);
  item->site = site;
  cb(item, arg); /* door: part of the program's own call */
}

static void tell_number(const char *kind, unsigned count, gyre_alive_cb cb, void *arg) {
  gyre_alive_item item = {.kind = kind, .count = count, .site = ""};
  if (count > 0) {
    cb(&item, arg); /* door: part of the program's own call */
  }
}

static void tell_requests(const gy_loop *loop, gyre_alive_cb cb, void *arg) {
  unsigned count = loop->active_reqs.count;
  gy_site_request *requests = count == 0 ? NULL : gy_alloc(count * sizeof(*requests));
  size_t known = requests == NULL ? 0 : gy_sites_requests(loop, requests, count);
  known = known < count ? known : count;
  for (size_t i = 0; i < known; i++) {
    const char *name = uv_req_type_name((uv_req_type)requests[i].kind);
    gyre_alive_item item = {.kind = name == NULL ? "request" : name,
                            .subject = requests[i].subject};
    tell(&item, cb, arg);
  }
  gy_free(requests);
  tell_number("request", count - (unsigned)known, cb, arg);
}

void gyre_alive(uv_loop_t *storage, gyre_alive_cb cb, void *arg) {
  const gy_loop *loop = gy_loop_of(storage);
  for (gy_queue *link = loop->handles.next; link != &loop->handles; link = link->next) {
    const gy_handle *handle = GY_CONTAINER(link, gy_handle, link);
    if (keeps_alive(handle)) {
      gyre_alive_item item = {.kind = gy_handle_kinds[handle->type].name,
                              .subject = handle,
                              .is_handle = 1,
                              .closing = gy_handle_closing(handle)};
      tell(&item, cb, arg);
    }
  }
  tell_requests(loop, cb, arg);
  tell_number("tick", loop->tasks.ticks.count, cb, arg);
  tell_number("microtask", loop->tasks.microtasks.count, cb, arg);
}

/* Items of one kind that were created in one place. */
typedef struct gy_group gy_group;
struct gy_group {
  gy_group *next;
  const char *kind;
  char *site;
  unsigned count;
  bool closing;
  uint64_t since_ns; /* of the oldest */
};

typedef struct {
  gy_group *first; /* by kind */
  unsigned count;
} gy_groups;

static bool belongs(const gy_group *group, const gyre_alive_item *item) {
  return strcmp(group->kind, item->kind) == 0 && group->closing == (item->closing != 0) &&
         strcmp(group->site, item->site) == 0;
}

static gy_group *add_group(gy_group **link, const gyre_alive_item *item) {
  gy_group *group = gy_alloc(sizeof(*group));
  char *site = gy_alloc_string(item->site);
  if (group == NULL || site == NULL) {
    gy_free(group);
    gy_free(site);
    return NULL;
  }
  *group = (gy_group){.next = *link,
                      .kind = item->kind,
                      .site = site,
                      .closing = item->closing != 0,
                      .since_ns = item->since_ns};
  *link = group;
  return group;
}

static void collect(const gyre_alive_item *item, void *arg) {
  gy_groups *groups = arg;
  groups->count += item->count;
  gy_group **link = &groups->first;
  while (*link != NULL && strcmp((*link)->kind, item->kind) <= 0 && !belongs(*link, item)) {
    link = &(*link)->next;
  }
  bool found = *link != NULL && belongs(*link, item);
  gy_group *group = found ? *link : add_group(link, item);
  if (group != NULL) {
    group->count += item->count;
    if (item->since_ns < group->since_ns) {
      group->since_ns = item->since_ns;
    }
  }
}

static void print_group(const gy_group *group, FILE *stream) {
  fprintf(stream, "  %u %s%s", group->count, group->kind, group->closing ? " (closing)" : "");
  if (group->since_ns != 0) {
    fprintf(stream, ", %sfor %.3f s", group->count > 1 ? "the oldest " : "",
            (double)(gy_clock_ns() - group->since_ns) / 1e9);
  }
  if (group->site[0] != 0) {
    fprintf(stream, ", made at %s", group->site);
  }
  fputc('\n', stream);
}

static void print_others(const gy_loop *loop, FILE *stream) {
  unsigned unreferenced = 0;
  unsigned inactive = 0;
  for (const gy_queue *link = loop->handles.next; link != &loop->handles; link = link->next) {
    const gy_handle *handle = GY_CONTAINER(link, gy_handle, link);
    if (!keeps_alive(handle) && (handle->flags & GY_HANDLE_INTERNAL) == 0) {
      unreferenced += gy_handle_active(handle);
      inactive += !gy_handle_active(handle);
    }
  }
  if (unreferenced + inactive > 0) {
    fprintf(stream, "  and not by %u unreferenced, %u inactive\n", unreferenced, inactive);
  }
}

void gyre_print_alive(uv_loop_t *storage, FILE *stream) {
  uv_loop_t *loop = storage != NULL ? storage : uv_default_loop();
  stream = stream != NULL ? stream : stderr;
  gy_groups groups = {NULL, 0};
  gyre_alive(loop, collect, &groups);
  fprintf(stream, "gyre: the loop is kept alive by %u:\n", groups.count);
  while (groups.first != NULL) {
    gy_group *group = groups.first;
    groups.first = group->next;
    print_group(group, stream);
    gy_free(group->site);
    gy_free(group);
  }
  print_others(gy_loop_of(loop), stream);
  if (groups.count > 0 && !gy_sites_on) {
    fprintf(stream,
            "  (with GYRE_WHY=1 in the environment: since when, and where they were made)\n");
  }
  fflush(stream);
}
