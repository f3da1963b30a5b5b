/* SPDX-License-Identifier: MIT */
/* Work of binding('crypto') that takes long: at once, or on a thread of the pool. */
#include <stdlib.h>

#include "bind/crypto.h"

static void run(uv_work_t *work) {
  gy_job *job = (gy_job *)work;
  ERR_clear_error(); /* of somebody who had this thread before */
  job->ok = job->run(job);
  if (!job->ok) {
    gy_crypto_take(&job->errors);
  }
  ERR_clear_error();
}

static void drop(gy_job *job) {
  job->done(job);
  gy_pin_free(&job->callback);
  free(job);
}

static void on_done(uv_work_t *work, int status) {
  gy_job *job = (gy_job *)work;
  gy_runtime *runtime = gy_runtime_self();
  gy_context js = runtime->js;
  bool ok = status == 0 && job->ok;
  gy_value argv[] = {
      ok ? gy_null(js) : gy_crypto_error(js, &job->errors, job->otherwise),
      ok ? job->result(js, job) : gy_undefined(js),
  };
  gy_pin value = gy_pin_brief(js, argv[1]); /* beyond the job that it came from */
  gy_pin callback = job->callback;
  job->done(job);
  gy_enter(runtime, gy_pin_object(&callback), 2, argv);
  gy_pin_free(&callback);
  gy_pin_free(&value);
  free(job);
}

gy_value gy_job_start(gy_context js, gy_job *job, gy_value callback, gy_value *exception) {
  job->callback = gy_pin_brief(js, gy_async_once(js, callback, job->type));
  if (gy_has(js, callback)) {
    gy_work_start(&job->work, run, on_done);
    return gy_undefined(js);
  }
  run(&job->work.uv);
  gy_value value = gy_undefined(js);
  if (job->ok) {
    value = job->result(js, job);
  } else {
    *exception = gy_crypto_error(js, &job->errors, job->otherwise);
  }
  drop(job);
  return value;
}

gy_value gy_job_drop(gy_context js, gy_job *job, gy_value *exception) {
  job->done(job);
  free(job);
  return gy_crypto_throw(js, exception, "There is no memory for that");
}
