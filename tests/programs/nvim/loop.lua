#!/usr/bin/env -S nvim --headless -u NONE -i NONE -n -S
-- SPDX-License-Identifier: MIT
-- vim.loop inside the editor: a TCP echo, pipes, UDP, work on the pool, threads, files, names.
local say, wait, main = require('say').say, require('say').wait, require('say').main
local uv = vim.loop

local function echo()
  local server, got, closed = uv.new_tcp(), '', 0
  server:bind('127.0.0.1', 0)
  server:listen(16, function(err)
    assert(not err, err)
    local peer = uv.new_tcp()
    server:accept(peer)
    peer:read_start(function(_, data)
      if data then peer:write(data) else peer:close() closed = closed + 1 end
    end)
  end)
  local client = uv.new_tcp()
  client:connect('127.0.0.1', server:getsockname().port, function(err)
    assert(not err, err)
    client:read_start(function(_, data)
      if data then got = got .. data else client:close() end
      if #got == 400000 then client:close() end
    end)
    for _ = 1, 4 do client:write(('e'):rep(100000)) end
  end)
  wait('echo', function() return closed == 1 end)
  server:close()
  say('echo', #got)
end

local function datagrams()
  local server, got = uv.new_udp(), {}
  server:bind('127.0.0.1', 0)
  server:recv_start(function(_, data) if data then got[#got + 1] = data end end)
  local client = uv.new_udp()
  for i = 1, 10 do client:send('number ' .. i, '127.0.0.1', server:getsockname().port, function() end) end
  wait('datagrams', function() return #got == 10 end)
  client:close()
  server:close()
  say(got[1], got[10])
end

local function work()
  local sum, count = 0, 0
  local double = uv.new_work(function(n) return 2 * n end, function(result)
    sum, count = sum + result, count + 1
  end)
  for i = 1, 100 do double:queue(i) end
  wait('work', function() return count == 100 end)
  say('work', sum)
  local async, word
  async = uv.new_async(function(value) word = value async:close() end)
  local thread = uv.new_thread(function(handle) handle:send('from a thread') end, async)
  wait('async', function() return word end)
  thread:join()
  say(word)
end

local function files()
  local fd = uv.fs_open('file', 'w+', 420)
  say('write', uv.fs_write(fd, 'some text', 0), uv.fs_read(fd, 4, 5), uv.fs_fstat(fd).size)
  uv.fs_close(fd)
  local answers = {}
  uv.fs_stat('nothing', function(err) answers[2] = err end)
  uv.fs_stat('file', function(_, stat)
    answers[1] = stat.size
    uv.fs_rename('file', 'renamed', function(_, done) answers[3] = done end)
  end)
  wait('files', function() return answers[1] and answers[2] and answers[3] end)
  say(answers[1], answers[2], answers[3])
  vim.fn.mkdir('folder')
  vim.fn.writefile({ 'text' }, 'folder/entry')
  say(uv.fs_scandir_next(uv.fs_scandir('folder')))
  local address
  uv.getaddrinfo('localhost', nil, { family = 'inet', socktype = 'stream' }, function(err, found)
    address = err or found[1].addr
  end)
  wait('name', function() return address end)
  say(address)
end

main(function()
  echo()
  datagrams()
  work()
  files()
  local idle, turns = uv.new_idle(), 0
  idle:start(function() turns = turns + 1 if turns == 5 then idle:close() end end)
  wait('idle', function() return turns == 5 end)
  local signal, heard = uv.new_signal(), nil
  signal:start('sigusr2', function(name) heard = name signal:close() end)
  uv.kill(uv.getpid(), 'sigusr2')
  wait('signal', function() return heard end)
  say(heard)
end)
