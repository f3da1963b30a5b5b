/* SPDX-License-Identifier: MIT */
/* Finding and reading control groups: see cgroup.h. */
#include "os/cgroup.h"

#include <string.h>

#include "os/procfile.h"

/* Is WORD one of the words of LIST, which are separated by commas? */
static bool has_word(const char *list, const char *word) {
  size_t length = strlen(word);
  for (;;) {
    size_t next = strcspn(list, ",");
    if (next == length && strncmp(list, word, length) == 0) {
      return true;
    }
    if (list[next] == '\0') {
      return false;
    }
    list += next + 1;
  }
}

/* Cuts *REST at the first SEPARATOR. Returns the part before it, or NULL if there is none. */
static char *cut(char **rest, char separator) {
  char *begin = *rest;
  char *end = strchr(begin, separator);
  if (end == NULL) {
    return NULL;
  }
  *end = '\0';
  *rest = end + 1;
  return begin;
}

/* The path in a line of /proc/self/cgroup, "number:controllers:path", if it is for CONTROLLER;
 * otherwise NULL. */
static const char *path_for(char *line, const char *controller) {
  char *rest = line;
  const char *number = cut(&rest, ':');
  const char *controllers = number == NULL ? NULL : cut(&rest, ':');
  if (controllers == NULL || *rest != '/') {
    return NULL;
  }
  bool wanted = controller == NULL ? strcmp(number, "0") == 0 && *controllers == '\0'
                                   : has_word(controllers, controller);
  return wanted ? rest : NULL;
}

/* The path of the process in the hierarchy of CONTROLLER. */
static bool find_path(const char *root, const char *controller, char path[PATH_MAX]) {
  gy_procfile file;
  if (gy_procfile_open(&file, root, "/proc/self/cgroup") != 0) {
    return false;
  }
  const char *found = NULL;
  char *line;
  while (found == NULL && (line = gy_procfile_line(&file)) != NULL) {
    found = path_for(line, controller);
  }
  bool fits = found != NULL && strlen(found) < PATH_MAX;
  if (fits) {
    memcpy(path, found, strlen(found) + 1);
  }
  gy_procfile_close(&file);
  return fits;
}

static bool is_octal(char c) { return c >= '0' && c <= '7'; }

/* Blanks and backslashes in the paths of mountinfo are written as \ooo. */
static void unescape(char *text) {
  char *out = text;
  while (*text != '\0') {
    if (text[0] == '\\' && is_octal(text[1]) && is_octal(text[2]) && is_octal(text[3])) {
      *out++ = (char)((text[1] - '0') << 6 | (text[2] - '0') << 3 | (text[3] - '0'));
      text += 4;
    } else {
      *out++ = *text++;
    }
  }
  *out = '\0';
}

/* A mount of a hierarchy: its DIRECTORY is visible at POINT. */
typedef struct {
  char *directory;
  char *point;
} mount;

/* A line of mountinfo: "id parent device directory point options [optional...] - type source
 * options". True if it mounts the hierarchy of CONTROLLER. */
static bool parse_mount(char *line, const char *controller, mount *found) {
  char *rest = line;
  if (cut(&rest, ' ') == NULL || cut(&rest, ' ') == NULL || cut(&rest, ' ') == NULL) {
    return false;
  }
  found->directory = cut(&rest, ' ');
  found->point = found->directory == NULL ? NULL : cut(&rest, ' ');
  if (found->point == NULL) {
    return false;
  }
  rest = strstr(rest, " - ");
  if (rest == NULL) {
    return false;
  }
  rest += 3;
  const char *type = cut(&rest, ' ');
  if (type == NULL || cut(&rest, ' ') == NULL) {
    return false;
  }
  bool wanted = controller == NULL ? strcmp(type, "cgroup2") == 0
                                   : strcmp(type, "cgroup") == 0 && has_word(rest, controller);
  if (wanted) {
    unescape(found->directory);
    unescape(found->point);
  }
  return wanted;
}

/* The part of PATH below DIRECTORY; NULL if it is not below it. */
static const char *path_below(const char *path, const char *directory) {
  size_t length = strcmp(directory, "/") == 0 ? 0 : strlen(directory);
  if (strncmp(path, directory, length) != 0 || (path[length] != '/' && path[length] != '\0')) {
    return NULL;
  }
  const char *rest = path + length;
  /* The process was moved out of its namespace: the path leads out of the mount. */
  if (strncmp(rest, "/..", 3) == 0 && (rest[3] == '/' || rest[3] == '\0')) {
    return NULL;
  }
  return strcmp(rest, "/") == 0 ? "" : rest;
}

static bool place(const char *root, const char *point, const char *below, gy_cgroup *group) {
  const char *bare = strcmp(point, "/") == 0 ? "" : point;
  size_t top = strlen(root) + strlen(bare);
  if (top + strlen(below) >= sizeof(group->path)) {
    return false;
  }
  group->top = top;
  stpcpy(stpcpy(stpcpy(group->path, root), bare), below);
  return true;
}

bool gy_cgroup_find(const char *root, const char *controller, gy_cgroup *group) {
  char path[PATH_MAX];
  gy_procfile file;
  if (!find_path(root, controller, path) ||
      gy_procfile_open(&file, root, "/proc/self/mountinfo") != 0) {
    return false;
  }
  bool found = false;
  const char *below = NULL;
  char *line;
  while (below == NULL && (line = gy_procfile_line(&file)) != NULL) {
    mount at;
    if (!parse_mount(line, controller, &at)) {
      continue;
    }
    below = path_below(path, at.directory);
    if (below != NULL || !found) {
      /* A mount that does not show our group shows, in a container, one above it: better than
       * nothing, unless another line is better. */
      found = place(root, at.point, below == NULL ? "" : below, group) || found;
    }
  }
  gy_procfile_close(&file);
  return found;
}

bool gy_cgroup_up(gy_cgroup *group) {
  if (strlen(group->path) <= group->top) {
    return false;
  }
  *strrchr(group->path, '/') = '\0';
  return true;
}

bool gy_cgroup_number(const gy_cgroup *group, const char *file, uint64_t *value) {
  char text[64];
  if (gy_procfile_read(group->path, file, text, sizeof(text)) != 0) {
    return false;
  }
  if (strncmp(text, "max", 3) == 0 || text[0] == '-') {
    *value = UINT64_MAX;
    return true;
  }
  const char *at = text;
  return gy_procfile_number(&at, value);
}
