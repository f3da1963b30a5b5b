-- SPDX-License-Identifier: MIT
-- Shared by the scenarios of this folder: they write to standard output themselves (print goes
-- to standard error without a screen), wait in nvim's own loop, and end nvim with their verdict.
local M = {}

function M.say(...)
  local parts = {}
  for i = 1, select('#', ...) do
    local value = select(i, ...)
    parts[i] = type(value) == 'table' and vim.inspect(value, { newline = ' ', indent = '' })
      or tostring(value)
  end
  io.stdout:write(table.concat(parts, ' '), '\n')
  io.stdout:flush()
end

-- Lets nvim's loop run until the condition holds; a scenario that waits in vain fails.
function M.wait(what, condition, ms)
  if not vim.wait(ms or 10000, condition, 5) then error('waited in vain: ' .. what, 2) end
end

function M.main(body)
  local done, trouble = xpcall(body, debug.traceback)
  if not done then io.stderr:write(trouble, '\n') end
  vim.cmd(done and 'qall!' or 'cquit!')
end

return M
