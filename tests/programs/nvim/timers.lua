#!/usr/bin/env -S nvim --headless -u NONE -i NONE -n -S
-- SPDX-License-Identifier: MIT
-- Timers of the editor and of vim.loop: order, repetition, pausing, deferred calls, wait.
local say, wait, main = require('say').say, require('say').wait, require('say').main

main(function()
  local order = {}
  for _, ms in ipairs { 40, 10, 30, 20 } do
    vim.fn.timer_start(ms, function() order[#order + 1] = ms end)
  end
  vim.defer_fn(function() order[#order + 1] = 'deferred' end, 60)
  wait('timers', function() return #order == 5 end)
  say(order)

  local ticks = 0
  local id = vim.fn.timer_start(5, function() ticks = ticks + 1 end, { ['repeat'] = 6 })
  wait('ticks', function() return ticks == 6 end)
  vim.wait(50, function() return false end)
  say('ticks', ticks, 'info', #vim.fn.timer_info(id))

  local endless, count = nil, 0
  endless = vim.fn.timer_start(5, function()
    count = count + 1
    if count == 3 then vim.fn.timer_stop(endless) end
  end, { ['repeat'] = -1 })
  wait('count', function() return count == 3 end)
  vim.wait(30, function() return false end)
  say('stopped at', count)

  local timer, fired = vim.loop.new_timer(), 0
  timer:start(5, 5, vim.schedule_wrap(function()
    fired = fired + 1
    if fired == 4 then timer:close() end
  end))
  wait('vim.loop', function() return fired == 4 end)
  say('closing', timer:is_closing())
  local begin = vim.loop.hrtime()
  say('in vain', vim.wait(50, function() return false end))
  say('waited', vim.loop.hrtime() - begin >= 49e6)
  vim.cmd('sleep 20m')
end)
