/* SPDX-License-Identifier: MIT */
/* The interface between faults.c, which decides what is played, and scene.c, which plays it. */
#ifndef GY_FAULTS_PLAY_H
#define GY_FAULTS_PLAY_H

#include "fault.h"
#include "scene.h"

typedef struct {
  fault_call call; /* CALL_COUNT: none fails */
  int error;
  long at;
  long times;
} play_fault;

/* In memory that the player and its parent share. */
typedef struct {
  bool played; /* to the end */
  unsigned goals;
  int error; /* the first that was reported to the scene; 0: none */
  char wrong[200];
  char directory[160]; /* the scene's; set by the parent */
  long counts[CALL_COUNT];
  long hits;
} play_report;

void scene_play(const scene *what, const play_fault *fault, play_report *report);

#endif
