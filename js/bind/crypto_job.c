/* SPDX-License-Identifier: MIT */
/* Work of binding('crypto') that takes long: at once, or on a thread of the pool. */
#include <stdlib.h>

#include "bind/crypto.h"

static void run(uv_work_t *work) {
  gj_job *job = (gj_job *)work;
  ERR_clear_error(); /* of somebody who had this thread before */
  job->ok = job->run(job);
  if (!job->ok) {
    gj_crypto_take(&job->errors);
  }
  ERR_clear_error();
}

static void drop(gj_job *job) {
  job->done(job);
  gj_pin_free(&job->callback);
  free(job);
}

static void on_done(uv_work_t *work, int status) {
  gj_job *job = (gj_job *)work;
  gj_runtime *runtime = gj_runtime_self();
  gj_context js = runtime->js;
  bool ok = status == 0 && job->ok;
  gj_value argv[] = {
      ok ? gj_null(js) : gj_crypto_error(js, &job->errors, job->otherwise),
      ok ? job->result(js, job) : gj_undefined(js),
  };
  gj_pin value = gj_pin_brief(js, argv[1]); /* beyond the job that it came from */
  gj_pin callback = job->callback;
  job->done(job);
  gj_enter(runtime, gj_pin_object(&callback), 2, argv);
  gj_pin_free(&callback);
  gj_pin_free(&value);
  free(job);
}

gj_value gj_job_start(gj_context js, gj_job *job, gj_value callback, gj_value *exception) {
  job->callback = gj_pin_brief(js, gj_async_once(js, callback, job->type));
  if (gj_crypto_has(js, callback)) {
    gj_work_start(&job->work, run, on_done);
    return gj_undefined(js);
  }
  run(&job->work.uv);
  gj_value value = gj_undefined(js);
  if (job->ok) {
    value = job->result(js, job);
  } else {
    *exception = gj_crypto_error(js, &job->errors, job->otherwise);
  }
  drop(job);
  return value;
}

gj_value gj_job_drop(gj_context js, gj_job *job, gj_value *exception) {
  job->done(job);
  free(job);
  return gj_crypto_throw(js, exception, "There is no memory for that");
}
