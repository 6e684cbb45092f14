-- Neovim without a window: it shows a diagnostic, mends it, and renames a predicate across domain and problem.
-- The arguments come in environment variables: EXTREMAL and FOLDER, which has domain.pddl and p01.pddl.

local extremal, folder = os.getenv("EXTREMAL"), os.getenv("FOLDER")

local function fail(why)
  io.stderr:write("FAILED: " .. why .. "\n")
  vim.cmd("cquit 1")
end

local function wait_for(what, condition)
  if not vim.wait(20000, condition, 20) then
    fail("waited in vain for " .. what)
  end
end

local function lines(buffer)
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n")
end

local function run()
  local buffers = {}
  local client
  for _, name in ipairs({ "domain.pddl", "p01.pddl" }) do
    vim.cmd("edit " .. folder .. "/" .. name)
    local buffer = vim.api.nvim_get_current_buf()
    buffers[name] = buffer
    vim.bo[buffer].filetype = "pddl"
    if not client then
      client = vim.lsp.start_client({ name = "extremal", cmd = { extremal, "lsp" }, root_dir = folder })
    end
    vim.lsp.buf_attach_client(buffer, client)
  end
  local domain, problem = buffers["domain.pddl"], buffers["p01.pddl"]

  wait_for("a diagnostic", function()
    return #vim.diagnostic.get(domain) == 1
  end)
  local found = vim.diagnostic.get(domain)[1]
  if found.code ~= "undeclared-predicate" or not found.message:find("did you mean `at`?", 1, true) then
    fail("another diagnostic: " .. vim.inspect(found))
  end
  print("diagnostic: line " .. found.lnum + 1 .. ": " .. found.message:gsub("\n", " / "))

  -- The quick fix, as a client applies it.
  local params = vim.lsp.util.make_given_range_params(
    { found.lnum + 1, found.col }, { found.lnum + 1, found.col }, domain, "utf-16")
  params.context = { diagnostics = {} }
  local answers = vim.lsp.buf_request_sync(domain, "textDocument/codeAction", params, 10000)
  local action = answers and answers[client] and answers[client].result and answers[client].result[1]
  if not action then
    fail("no quick fix")
  end
  vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
  wait_for("the diagnostic to go away", function()
    return #vim.diagnostic.get(domain) == 0
  end)
  print("quick fix: " .. action.title)

  -- Rename, by the function that users call.
  vim.cmd("buffer " .. problem)
  local row, column = 0, 0
  for number, line in ipairs(vim.api.nvim_buf_get_lines(problem, 0, -1, false)) do
    local place = line:find("(at ", 1, true)
    if place then
      row, column = number, place
      break
    end
  end
  vim.api.nvim_win_set_cursor(0, { row, column })
  vim.lsp.buf.rename("located")
  wait_for("the new name in both files", function()
    return lines(domain):find("(located ", 1, true) and lines(problem):find("(located ", 1, true)
  end)
  for name, buffer in pairs(buffers) do
    if lines(buffer):find("(at ", 1, true) then
      fail("the old name is left in " .. name)
    end
  end
  print("renamed in both files")
  vim.lsp.stop_client(client)
  wait_for("the server to end", function()
    return vim.lsp.client_is_stopped(client)
  end)
  vim.cmd("qall!")
end

local is_done, why = xpcall(run, debug.traceback)
if not is_done then
  fail(tostring(why))
end
