/* SPDX-License-Identifier: MIT */
/*
 * What scenes are made of. A scene uses one family of handles or requests on a loop, step by step.
 * It has goals; when the last is reached, or the first error is told, it ends, and its handles are
 * closed whatever they are doing. It must never be that a goal is missed and no error was told.
 */
#ifndef GY_FAULTS_SCENE_H
#define GY_FAULTS_SCENE_H

#include <stdbool.h>
#include <stddef.h>

#include "uv.h"

typedef struct {
  const char *name;
  unsigned goals;
  void (*begin)(uv_loop_t *loop);
  void (*end)(
      void); /* after all handles are closed, may be NULL: what the scene itself has opened */
} scene;

#define SCENE(name) extern const scene scene_##name;
#include "scenes.def"
#undef SCENE

/* A result of the library: true if it is no error. An error is noted and ends the scene. */
bool scene_ok(long result);

/* A goal is reached. */
void scene_goal(void);

/* Something is wrong that no error excuses. */
void scene_wrong(const char *what);

/* A request has been made, with this result; true if it was taken. Its callback must come once. */
bool scene_began(const void *request, int result);
/* Its callback: false if the scene is over, and nothing matters any more. */
bool scene_ended(const void *request);

bool scene_is_over(void);

/* Go on with STEP a moment later, when what was begun until now is known to the kernel. */
void scene_later(void (*step)(uv_loop_t *loop));

/* For a scene that forks. The child goes on with the scene, which then ends, and it with it; all
 * that it reports counts. The parent learns whether it is over. */
_Noreturn void scene_child(void);
void scene_parent(int child);

/* What the scene does for itself, between these, does not fail. */
void scene_pause(void);
void scene_resume(void);

/* A path in the scene's own empty directory; valid until the fourth call from now. */
const char *scene_path(const char *name);

/* A byte of the data that is sent, by its place. */
static inline char scene_byte(size_t at) { return (char)(at * 7 + at / 251); }

#endif
