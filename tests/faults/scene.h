/* SPDX-License-Identifier: MIT */
/*
 * What scenes are made of. A scene uses one family of handles or requests on a loop, step by step.
 * It has goals. When the last is reached, or the first error is reported, it ends, and its handles
 * are closed whatever they are doing. It must never happen that a goal is missed and no error was
 * reported.
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
  void (*end)(void); /* may be NULL: after all handles, closes what the scene has opened */
} scene;

#define SCENE(name) extern const scene scene_##name;
#include "scenes.def"
#undef SCENE

/* Checks a result of the library: true if it is no error. An error is noted and ends the scene. */
bool scene_ok(long result);

/* A goal is reached. */
void scene_goal(void);

/* Reports a failure that no error excuses. */
void scene_wrong(const char *what);

/* A request has been made, with this result; true if it was accepted. Its callback must come
 * once. */
bool scene_began(const void *request, int result);
/* Its callback: false if the scene is over and the rest does not matter. */
bool scene_ended(const void *request);

bool scene_is_over(void);

/* Continues with STEP a moment later, when the kernel knows of everything begun so far. */
void scene_later(void (*step)(uv_loop_t *loop));

/* For a scene that forks. The child continues the scene and ends with it; all that it reports
 * counts. The parent waits for its result. */
_Noreturn void scene_child(void);
void scene_parent(int child);

/* Calls that the scene makes for itself, between these, do not fail. */
void scene_pause(void);
void scene_resume(void);

/* A path in the scene's own empty directory; valid until the fourth next call. */
const char *scene_path(const char *name);

/* The byte of the test data at this position. */
static inline char scene_byte(size_t at) { return (char)(at * 7 + at / 251); }

#endif
