#!/usr/bin/env -S nvim --headless -u NONE -i NONE -n -S
-- SPDX-License-Identifier: MIT
-- Jobs: output and errors by line, input, exit codes, stopping, a terminal of their own, system(),
-- many at once, and children of vim.loop.
--
-- not under tsan: sh crashes with libtsan
local say, wait, main = require('say').say, require('say').wait, require('say').main

local function run(command, options, input)
  local got, code = { out = {}, err = {} }, nil
  options = options or {}
  local function collect(key)
    return function(_, data) got[key][#got[key] + 1] = table.concat(data, '\n') end
  end
  options.on_stdout, options.on_stderr = collect('out'), collect('err')
  options.on_exit = function(_, status) code = status end
  local id = vim.fn.jobstart(command, options)
  if input then
    vim.fn.chansend(id, input)
    vim.fn.chanclose(id, 'stdin')
  end
  return id, function()
    wait('exit', function() return code ~= nil end)
    return code, table.concat(got.out), table.concat(got.err)
  end
end

main(function()
  say('cat', select(2, run('cat', nil, 'one\ntwo\n'))())
  say('both', select(2, run { 'sh', '-c', 'echo out; echo err >&2; exit 5' })())
  say('settings', select(2, run({ 'sh', '-c', 'pwd; echo $WORD' },
    { cwd = '/usr/lib', env = { WORD = 'said' } }))())
  local id, result = run { 'sleep', '60' }
  say('pid', vim.fn.jobpid(id) > 1, 'stop', vim.fn.jobstop(id))
  say('stopped', (result()))
  local code, out = select(2, run({ 'sh', '-c', 'test -t 1 && stty size' },
    { pty = true, width = 71, height = 23 }))()
  say('terminal', code, vim.trim(out))
  say('missing', pcall(vim.fn.jobstart, { './is-not-there' }))
  say('system', vim.fn.system('tr a-z A-Z', 'some words'), vim.v.shell_error)
  say('list', vim.fn.systemlist('printf "1\\n2\\n3\\n"; exit 2'), vim.v.shell_error)
  code, out = select(2, run({ 'sh', '-c', 'head -c 3000000 /dev/zero | tr "\\0" x' },
    { stdout_buffered = true }))()
  say('large', code, #out)

  -- Not with jobwait(), which loses the last of so many on any libuv.
  local ended, right = 0, true
  for i = 1, 40 do
    vim.fn.jobstart({ 'sh', '-c', 'exit ' .. i }, { on_exit = function(_, status)
      ended, right = ended + 1, right and status == i
    end })
  end
  wait('forty', function() return ended == 40 end)
  say('forty', right)
  say('wait', vim.fn.jobwait({ (run { 'sleep', '60' }) }, 50))

  local pipe, text, ended = vim.loop.new_pipe(false), '', nil
  local handle
  handle = vim.loop.spawn('sh', { args = { '-c', 'echo from vim.loop; exit 3' },
                                  stdio = { nil, pipe, nil } },
    function(status, signal)
      ended = { status, signal }
      handle:close()
    end)
  pipe:read_start(function(_, data)
    if data then text = text .. data else pipe:close() end
  end)
  wait('spawn', function() return ended and pipe:is_closing() end)
  say(text, ended)
end)
