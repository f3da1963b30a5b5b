#!/usr/bin/env -S nvim --headless -u NONE -i NONE -n -S
-- SPDX-License-Identifier: MIT
-- A terminal inside the editor: a shell on a pty, typed input, and its end.
--
-- not under tsan: sh crashes with libtsan
local say, wait, main = require('say').say, require('say').wait, require('say').main

main(function()
  local code
  vim.cmd('enew')
  local id = vim.fn.termopen({ 'sh', '-c', 'read word; echo "<$word>"; stty size; read word; exit 4' },
    { on_exit = function(_, status) code = status end })
  local function text() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n') end
  vim.fn.chansend(id, 'typed\r')
  wait('answer', function() return text():find('<typed>') end)
  wait('size', function() return text():find('%d+ %d+') end)
  vim.fn.chansend(id, '\r')
  wait('end', function() return code end)
  wait('last words', function() return text():find('Process exited 4') end)
  say(code, (text():gsub('%s+', ' ')))

  vim.cmd('enew')
  local out, ended = 0, nil
  -- It waits at the end: unread output may be lost when the last process of a terminal ends.
  id = vim.fn.termopen(
    { 'sh', '-c', 'i=0; while [ $i -lt 3000 ]; do echo line $i; i=$((i+1)); done; read word' },
    { on_stdout = function(_, data) out = out + #table.concat(data) end,
      on_exit = function(_, status) ended = status end })
  wait('lines', function() return text():find('line 2999') end)
  vim.fn.chansend(id, '\r')
  wait('end', function() return ended end)
  say(ended, out > 20000)
end)
