-- SPDX-License-Identifier: MIT
-- Shared by the scenarios of this folder: text for values, and a loop that ends.
local uv = require 'luv'

local M = {}

local function word(value)
  if type(value) ~= 'table' then return tostring(value) end
  local parts, keys = {}, {}
  for key in pairs(value) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for _, key in ipairs(keys) do parts[#parts + 1] = tostring(key) .. '=' .. word(value[key]) end
  return '{' .. table.concat(parts, ' ') .. '}'
end

function M.say(...)
  local parts = {}
  for i = 1, select('#', ...) do parts[i] = word((select(i, ...))) end
  io.write(table.concat(parts, ' '), '\n')
  io.flush()
end

-- An error in a callback must fail the scenario; luv only prints it.
function M.guard(body)
  return function(...)
    local done, trouble = xpcall(body, debug.traceback, ...)
    if not done then
      io.stderr:write(trouble, '\n')
      os.exit(1)
    end
  end
end

-- Runs the loop to its end, closes all open handles, and prints that the loop can be closed.
function M.finish()
  uv.run()
  uv.walk(function(handle)
    if not handle:is_closing() then
      M.say('still open', uv.handle_get_type(handle), handle:is_active() and 'active' or 'idle')
      handle:close()
    end
  end)
  uv.run()
  M.say('loop alive', uv.loop_alive(), 'closed', (uv.loop_close()))
end

return M
