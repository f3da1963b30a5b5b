#!/usr/bin/env -S nvim --headless -u NONE -i NONE -n -S
-- SPDX-License-Identifier: MIT
-- Watching files: fs_event and fs_poll of vim.loop, and a buffer that is read again.
local say, wait, main = require('say').say, require('say').wait, require('say').main

main(function()
  vim.fn.mkdir('place')
  local seen = {}
  local event = vim.loop.new_fs_event()
  say('start', event:start('place', {}, function(err, name, events)
    seen[('%s %s%s%s'):format(err, name, events.change and ' change' or '',
      events.rename and ' rename' or '')] = true
  end))
  local function expect(what, key)
    wait(what, function() return seen[key] end)
    say(what, key)
  end
  vim.fn.writefile({ 'text' }, 'place/file')
  expect('made', 'nil file rename')
  expect('written', 'nil file change')
  vim.fn.rename('place/file', 'place/other')
  expect('moved', 'nil other rename')
  seen = {}
  vim.fn.delete('place/other')
  expect('deleted', 'nil other rename')
  event:stop()
  event:close()

  vim.fn.writefile({ 'four' }, 'polled')
  local poll, sizes = vim.loop.new_fs_poll(), {}
  poll:start('polled', 20, function(err, before, after)
    sizes[#sizes + 1] = err or ('%d to %d'):format(before.size, after.size)
  end)
  vim.wait(60, function() return false end)
  vim.fn.writefile({ 'a longer text' }, 'polled')
  wait('polled', function() return #sizes == 1 end)
  vim.fn.delete('polled')
  wait('gone', function() return #sizes == 2 end)
  poll:close()
  say(sizes)

  vim.fn.writefile({ 'before' }, 'buffer')
  vim.cmd('set autoread | edit buffer')
  vim.wait(1100, function() return false end)
  vim.fn.writefile({ 'after, and longer' }, 'buffer')
  vim.cmd('checktime')
  say(vim.api.nvim_buf_get_lines(0, 0, -1, false))
end)
