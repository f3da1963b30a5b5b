/* SPDX-License-Identifier: MIT */
/*
 * Red-black trees of the program's own structs, under the names that BSD's <sys/tree.h> has made
 * known. (Splay trees, which that file also has, are not here.)
 *
 *     struct item { int key; RB_ENTRY(item) link; };
 *     RB_HEAD(items, item);
 *     RB_GENERATE_STATIC(items, item, link, compare)    compare(a, b) < 0, 0 or > 0
 *
 * Links are pointers to elements; where an element has its links is told by an offset, so that all
 * trees share the functions below. RB_LEFT and the like are values, and cannot be assigned to.
 */
#ifndef UV_TREE_H_
#define UV_TREE_H_

#include <stddef.h>

struct uv__rb_links {
  void *left, *right, *parent;
  int red;
};

#define UV__RB(element, at) ((struct uv__rb_links *)((char *)(element) + (at)))

static inline int uv__rb_is_red(const void *element, size_t at) {
  return element != NULL && ((const struct uv__rb_links *)((const char *)element + at))->red;
}

/* Puts `below` into the place that `element` has under its parent. */
static inline void *uv__rb_replace(void *root, void *element, void *below, size_t at) {
  void *parent = UV__RB(element, at)->parent;
  if (below != NULL) {
    UV__RB(below, at)->parent = parent;
  }
  if (parent == NULL) {
    return below;
  }
  if (UV__RB(parent, at)->left == element) {
    UV__RB(parent, at)->left = below;
  } else {
    UV__RB(parent, at)->right = below;
  }
  return root;
}

/* The child on the other side comes up; `element` goes down, to the left or to the right. */
static inline void *uv__rb_rotate(void *root, void *element, int to_left, size_t at) {
  struct uv__rb_links *links = UV__RB(element, at);
  void *up = to_left ? links->right : links->left;
  void *moved = to_left ? UV__RB(up, at)->left : UV__RB(up, at)->right;
  root = uv__rb_replace(root, element, up, at);
  if (to_left) {
    links->right = moved;
    UV__RB(up, at)->left = element;
  } else {
    links->left = moved;
    UV__RB(up, at)->right = element;
  }
  if (moved != NULL) {
    UV__RB(moved, at)->parent = element;
  }
  links->parent = up;
  return root;
}

/* `element` hangs under `parent` already, on the side that is told. */
static inline void *uv__rb_added(void *root, void *element, void *parent, int is_left, size_t at) {
  struct uv__rb_links *links = UV__RB(element, at);
  links->left = links->right = NULL;
  links->parent = parent;
  links->red = 1;
  if (parent == NULL) {
    root = element;
  } else if (is_left) {
    UV__RB(parent, at)->left = element;
  } else {
    UV__RB(parent, at)->right = element;
  }
  while (uv__rb_is_red(parent = UV__RB(element, at)->parent, at)) {
    void *above = UV__RB(parent, at)->parent;
    int on_left = UV__RB(above, at)->left == parent;
    void *uncle = on_left ? UV__RB(above, at)->right : UV__RB(above, at)->left;
    if (uv__rb_is_red(uncle, at)) {
      UV__RB(parent, at)->red = UV__RB(uncle, at)->red = 0;
      UV__RB(above, at)->red = 1;
      element = above;
      continue;
    }
    if (element == (on_left ? UV__RB(parent, at)->right : UV__RB(parent, at)->left)) {
      root = uv__rb_rotate(root, parent, on_left, at);
      element = parent;
      parent = UV__RB(element, at)->parent;
    }
    UV__RB(parent, at)->red = 0;
    UV__RB(above, at)->red = 1;
    root = uv__rb_rotate(root, above, !on_left, at);
  }
  UV__RB(root, at)->red = 0;
  return root;
}

/* Under `parent`, the side of `element` (which may be empty) is one black short. */
static inline void *uv__rb_mend(void *root, void *element, void *parent, size_t at) {
  while (element != root && !uv__rb_is_red(element, at)) {
    int on_left = UV__RB(parent, at)->left == element;
    void *other = on_left ? UV__RB(parent, at)->right : UV__RB(parent, at)->left;
    if (uv__rb_is_red(other, at)) {
      UV__RB(other, at)->red = 0;
      UV__RB(parent, at)->red = 1;
      root = uv__rb_rotate(root, parent, on_left, at);
      other = on_left ? UV__RB(parent, at)->right : UV__RB(parent, at)->left;
    }
    void *near_child = on_left ? UV__RB(other, at)->left : UV__RB(other, at)->right;
    void *far_child = on_left ? UV__RB(other, at)->right : UV__RB(other, at)->left;
    if (!uv__rb_is_red(near_child, at) && !uv__rb_is_red(far_child, at)) {
      UV__RB(other, at)->red = 1;
      element = parent;
      parent = UV__RB(element, at)->parent;
      continue;
    }
    if (!uv__rb_is_red(far_child, at)) {
      UV__RB(near_child, at)->red = 0;
      UV__RB(other, at)->red = 1;
      root = uv__rb_rotate(root, other, !on_left, at);
      far_child = other;
      other = near_child;
    }
    UV__RB(other, at)->red = UV__RB(parent, at)->red;
    UV__RB(parent, at)->red = 0;
    UV__RB(far_child, at)->red = 0;
    root = uv__rb_rotate(root, parent, on_left, at);
    element = root;
  }
  if (element != NULL) {
    UV__RB(element, at)->red = 0;
  }
  return root;
}

static inline void *uv__rb_end(void *element, int is_left, size_t at) {
  for (void *next = element; next != NULL;) {
    element = next;
    next = is_left ? UV__RB(element, at)->left : UV__RB(element, at)->right;
  }
  return element;
}

static inline void *uv__rb_removed(void *root, void *element, size_t at) {
  struct uv__rb_links *links = UV__RB(element, at);
  void *moved, *parent;
  int was_red = links->red;
  if (links->left == NULL || links->right == NULL) {
    moved = links->left != NULL ? links->left : links->right;
    parent = links->parent;
    root = uv__rb_replace(root, element, moved, at);
  } else { /* the next one takes its place and its colour */
    void *next = uv__rb_end(links->right, 1, at);
    was_red = UV__RB(next, at)->red;
    moved = UV__RB(next, at)->right;
    parent = UV__RB(next, at)->parent;
    if (parent == element) {
      parent = next;
    } else {
      root = uv__rb_replace(root, next, moved, at);
      UV__RB(next, at)->right = links->right;
      UV__RB(links->right, at)->parent = next;
    }
    root = uv__rb_replace(root, element, next, at);
    UV__RB(next, at)->left = links->left;
    UV__RB(links->left, at)->parent = next;
    UV__RB(next, at)->red = links->red;
  }
  return was_red ? root : uv__rb_mend(root, moved, parent, at);
}

/* The neighbour in order; NULL at the end. */
static inline void *uv__rb_step(void *element, int forward, size_t at) {
  void *below = forward ? UV__RB(element, at)->right : UV__RB(element, at)->left;
  if (below != NULL) {
    return uv__rb_end(below, forward, at);
  }
  void *from;
  do {
    from = element;
    element = UV__RB(element, at)->parent;
  } while (element != NULL &&
           from == (forward ? UV__RB(element, at)->right : UV__RB(element, at)->left));
  return element;
}

#define RB_BLACK 0
#define RB_RED 1
#define RB_NEGINF (-1)
#define RB_INF 1

#define RB_HEAD(name, type) \
  struct name {             \
    struct type *rbh_root;  \
  }
#define RB_INITIALIZER(head) \
  { NULL }
#define RB_INIT(head) ((void)((head)->rbh_root = NULL))
#define RB_ENTRY(type) struct uv__rb_links
#define RB_ROOT(head) ((head)->rbh_root)
#define RB_EMPTY(head) (RB_ROOT(head) == NULL)
#define RB_LEFT(element, field) ((__typeof__(element))(element)->field.left)
#define RB_RIGHT(element, field) ((__typeof__(element))(element)->field.right)
#define RB_PARENT(element, field) ((__typeof__(element))(element)->field.parent)
#define RB_COLOR(element, field) ((element)->field.red)

#define RB_PROTOTYPE(name, type, field, compare) RB_PROTOTYPE_INTERNAL(name, type, field, compare, )
#define RB_PROTOTYPE_STATIC(name, type, field, compare) \
  RB_PROTOTYPE_INTERNAL(name, type, field, compare, __attribute__((unused)) static)
#define RB_PROTOTYPE_INTERNAL(name, type, field, compare, attributes)                \
  attributes struct type *name##_RB_INSERT(struct name *head, struct type *element); \
  attributes struct type *name##_RB_REMOVE(struct name *head, struct type *element); \
  attributes struct type *name##_RB_FIND(struct name *head, struct type *element);   \
  attributes struct type *name##_RB_NFIND(struct name *head, struct type *element);  \
  attributes struct type *name##_RB_NEXT(struct type *element);                      \
  attributes struct type *name##_RB_PREV(struct type *element);                      \
  attributes struct type *name##_RB_MINMAX(struct name *head, int end);

#define RB_GENERATE(name, type, field, compare) RB_GENERATE_INTERNAL(name, type, field, compare, )
#define RB_GENERATE_STATIC(name, type, field, compare) \
  RB_GENERATE_INTERNAL(name, type, field, compare, __attribute__((unused)) static)
#define RB_GENERATE_INTERNAL(name, type, field, compare, attributes)                          \
  attributes struct type *name##_RB_INSERT(struct name *head, struct type *element) {         \
    struct type *parent = NULL, *next = head->rbh_root;                                       \
    int order = 0;                                                                            \
    while (next != NULL) {                                                                    \
      parent = next;                                                                          \
      order = (compare)(element, parent);                                                     \
      if (order == 0)                                                                         \
        return parent;                                                                        \
      next = order < 0 ? RB_LEFT(parent, field) : RB_RIGHT(parent, field);                    \
    }                                                                                         \
    head->rbh_root = (struct type *)uv__rb_added(head->rbh_root, element, parent, order < 0,  \
                                                 offsetof(struct type, field));               \
    return NULL;                                                                              \
  }                                                                                           \
  attributes struct type *name##_RB_REMOVE(struct name *head, struct type *element) {         \
    head->rbh_root =                                                                          \
        (struct type *)uv__rb_removed(head->rbh_root, element, offsetof(struct type, field)); \
    return element;                                                                           \
  }                                                                                           \
  attributes struct type *name##_RB_FIND(struct name *head, struct type *element) {           \
    struct type *next = head->rbh_root;                                                       \
    while (next != NULL) {                                                                    \
      int order = (compare)(element, next);                                                   \
      if (order == 0)                                                                         \
        return next;                                                                          \
      next = order < 0 ? RB_LEFT(next, field) : RB_RIGHT(next, field);                        \
    }                                                                                         \
    return NULL;                                                                              \
  }                                                                                           \
  attributes struct type *name##_RB_NFIND(struct name *head, struct type *element) {          \
    struct type *next = head->rbh_root, *least = NULL;                                        \
    while (next != NULL) {                                                                    \
      int order = (compare)(element, next);                                                   \
      if (order == 0)                                                                         \
        return next;                                                                          \
      if (order < 0)                                                                          \
        least = next;                                                                         \
      next = order < 0 ? RB_LEFT(next, field) : RB_RIGHT(next, field);                        \
    }                                                                                         \
    return least;                                                                             \
  }                                                                                           \
  attributes struct type *name##_RB_NEXT(struct type *element) {                              \
    return (struct type *)uv__rb_step(element, 1, offsetof(struct type, field));              \
  }                                                                                           \
  attributes struct type *name##_RB_PREV(struct type *element) {                              \
    return (struct type *)uv__rb_step(element, 0, offsetof(struct type, field));              \
  }                                                                                           \
  attributes struct type *name##_RB_MINMAX(struct name *head, int end) {                      \
    return (struct type *)uv__rb_end(head->rbh_root, end < 0, offsetof(struct type, field));  \
  }

#define RB_INSERT(name, head, element) name##_RB_INSERT(head, element)
#define RB_REMOVE(name, head, element) name##_RB_REMOVE(head, element)
#define RB_FIND(name, head, element) name##_RB_FIND(head, element)
#define RB_NFIND(name, head, element) name##_RB_NFIND(head, element)
#define RB_NEXT(name, head, element) name##_RB_NEXT(element)
#define RB_PREV(name, head, element) name##_RB_PREV(element)
#define RB_MIN(name, head) name##_RB_MINMAX(head, RB_NEGINF)
#define RB_MAX(name, head) name##_RB_MINMAX(head, RB_INF)

#define RB_FOREACH(element, name, head) \
  for ((element) = RB_MIN(name, head); (element) != NULL; (element) = name##_RB_NEXT(element))
#define RB_FOREACH_FROM(element, name, next)                                         \
  for (; (element) != NULL && ((next) = name##_RB_NEXT(element), (element) != NULL); \
       (element) = (next))
#define RB_FOREACH_SAFE(element, name, head, next)                                 \
  for ((element) = RB_MIN(name, head);                                             \
       (element) != NULL && ((next) = name##_RB_NEXT(element), (element) != NULL); \
       (element) = (next))
#define RB_FOREACH_REVERSE(element, name, head) \
  for ((element) = RB_MAX(name, head); (element) != NULL; (element) = name##_RB_PREV(element))
#define RB_FOREACH_REVERSE_FROM(element, name, next)                                 \
  for (; (element) != NULL && ((next) = name##_RB_PREV(element), (element) != NULL); \
       (element) = (next))
#define RB_FOREACH_REVERSE_SAFE(element, name, head, next)                         \
  for ((element) = RB_MAX(name, head);                                             \
       (element) != NULL && ((next) = name##_RB_PREV(element), (element) != NULL); \
       (element) = (next))

#endif /* UV_TREE_H_ */
