#!/usr/bin/env -S nvim --headless -u NONE -i NONE -n -S
-- SPDX-License-Identifier: MIT
-- Two editors talk: over a pipe, over TCP and over the standard streams of a child; calls,
-- notifications, errors, large values, and a peer that goes away.
local say, wait, main = require('say').say, require('say').wait, require('say').main

local function talk(name, channel)
  say(name, vim.rpcrequest(channel, 'nvim_eval', '6 * 7'))
  vim.rpcnotify(channel, 'nvim_command', 'let g:word = "noted"')
  say(name, vim.rpcrequest(channel, 'nvim_get_var', 'word'))
  local done, trouble = pcall(vim.rpcrequest, channel, 'nvim_eval', 'no_such_variable')
  say(name, done, trouble:match('E121'))
  local long = ('x'):rep(500000)
  vim.rpcrequest(channel, 'nvim_buf_set_lines', 0, 0, -1, false, { long, long })
  local lines = vim.rpcrequest(channel, 'nvim_buf_get_lines', 0, 0, -1, false)
  say(name, #lines, #lines[1], lines[2] == long)
  local sum = 0
  for i = 1, 500 do sum = sum + vim.rpcrequest(channel, 'nvim_eval', tostring(i)) end
  say(name, 'sum', sum)
end

main(function()
  local child = { vim.v.progpath, '--headless', '-u', 'NONE', '-i', 'NONE', '-n' }
  local embedded = vim.fn.jobstart(vim.list_extend(vim.deepcopy(child), { '--embed' }), { rpc = true })
  talk('embedded', embedded)

  for _, address in ipairs { vim.fn.getcwd() .. '/socket', '127.0.0.1:0' } do
    local name = address:match('^127') and 'tcp' or 'pipe'
    local place = vim.rpcrequest(embedded, 'nvim_call_function', 'serverstart', { address })
    local mode = name == 'tcp' and 'tcp' or 'pipe'
    local channel = vim.fn.sockconnect(mode, place, { rpc = true })
    say(name, channel > 0)
    talk(name, channel)
    -- The other one calls back into this one.
    local id = vim.rpcrequest(channel, 'nvim_get_api_info')[1]
    say(name, vim.rpcrequest(channel, 'nvim_call_function', 'rpcrequest', { id, 'nvim_eval', '40+2' }))
    say(name, 'close', vim.fn.chanclose(channel))
    vim.rpcrequest(embedded, 'nvim_call_function', 'serverstop', { place })
    say(name, 'after stop', (pcall(vim.fn.sockconnect, mode, place, { rpc = true })))
  end
  say('nobody', (pcall(vim.fn.sockconnect, 'pipe', 'is-not-there', { rpc = true })))

  vim.rpcnotify(embedded, 'nvim_command', 'qall!')
  say('ended', vim.fn.jobwait({ embedded }, 10000))
  say('gone', (pcall(vim.rpcrequest, embedded, 'nvim_eval', '1')))
end)
