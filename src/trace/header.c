/* SPDX-License-Identifier: MIT */
/* The header of a trace: see header.h. */
#include "trace/header.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#define PROGRAM_MAX 1024

int gy_header_pid(void) { return (int)getpid(); }

void gy_header_put_program(gy_output *output) {
  char text[PROGRAM_MAX + 1] = "";
  int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  ssize_t size = file < 0 ? 0 : read(file, text, PROGRAM_MAX);
  if (file >= 0) {
    close(file);
  }
  for (ssize_t i = 0; i + 1 < size; i++) {
    if (text[i] == '\0') {
      text[i] = ' ';
    }
  }
  gy_output_json(output, text);
}

static void put_names(gy_output *output, const char *member, const char *const *names,
                      unsigned count) {
  gy_output_format(output, ",\"%s\":[", member);
  for (unsigned i = 0; i < count; i++) {
    gy_output_text(output, i == 0 ? "" : ",");
    gy_output_json(output, names[i]);
  }
  gy_output_text(output, "]");
}

static void put_when(gy_output *output) {
  char text[32];
  time_t seconds = (time_t)(gy_trace_began().wall_ns / GY_CLOCK_NS_PER_SECOND);
  unsigned ms = (unsigned)(gy_trace_began().wall_ns / GY_CLOCK_NS_PER_MS % 1000);
  struct tm utc;
  gmtime_r(&seconds, &utc);
  strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &utc);
  gy_output_format(output, ",\"when\":\"%s.%03uZ\"", text, ms);
}

void gy_header_begin(gy_output *output, bool is_virtual) {
  const char *phases[GYRE_PHASE_COUNT];
  for (int phase = 0; phase < GYRE_PHASE_COUNT; phase++) {
    phases[phase] = gyre_phase_name((gyre_phase)phase);
  }
  gy_output_text(output, "{\"version\":1,\"program\":");
  gy_header_put_program(output);
  gy_output_format(output, ",\"pid\":%d", gy_header_pid());
  put_when(output);
  gy_output_format(output, ",\"capacity\":%llu,\"clock\":\"%s\"",
                   (unsigned long long)gy_trace_ring_size(), is_virtual ? "virtual" : "monotonic");
  put_names(output, "events", gy_event_names, GY_EVENT_COUNT);
  put_names(output, "kinds", gy_kind_names, GY_KIND_COUNT);
  put_names(output, "phases", phases, GYRE_PHASE_COUNT);
  put_names(output, "reasons", gy_reason_names, GY_REASON_COUNT);
}
