-- Uses the language server in Neovim: diagnostics, definition, rename and bitcode. Prints what it finds as JSON, a line each.
local server = vim.fn.json_decode(vim.env.PYLLVM_LSP)
local folder = vim.env.PYLLVM_FOLDER

local function report(name, value)
  io.stdout:write(vim.fn.json_encode({ name, value }) .. "\n")
end

local function ask(method, params)
  local found = vim.lsp.buf_request_sync(0, method, params, 30000)
  for _, answer in pairs(found or {}) do
    if answer.result ~= nil then
      return answer.result
    end
  end
end

local function messages()
  return vim.tbl_map(function(one) return one.message end, vim.diagnostic.get(0))
end

-- The same lines as in docs/editors.md, except the command.
vim.cmd("autocmd BufReadCmd *.bc,*.a(*) set filetype=llvm")
function open_bitcode(_, buffer)
  local file = vim.api.nvim_buf_get_name(buffer)
  local asked = { command = "pyllvm.text", arguments = { vim.uri_from_fname(file) } }
  local function show(_, made) vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(made.text, "\n")) end
  if not file:match("%.ll$") then vim.lsp.buf_request(buffer, "workspace/executeCommand", asked, show) end
end
local start = vim.lsp.start or function(config)
  vim.lsp.buf_attach_client(0, vim.lsp.start_client(config))
end
vim.cmd("autocmd BufRead,BufNewFile *.ll set filetype=llvm")
vim.api.nvim_create_autocmd("FileType", { pattern = "llvm", callback = function()
  start({ name = "pyllvm", cmd = server, root_dir = folder, on_attach = open_bitcode })
end })

vim.cmd("edit " .. folder .. "/main.ll")
vim.wait(30000, function() return #vim.diagnostic.get(0) > 0 end, 50)
report("diagnostics", messages())

vim.api.nvim_win_set_cursor(0, { 4, 20 })
local places = ask("textDocument/definition", vim.lsp.util.make_position_params(0, "utf-16"))
report("definition", vim.tbl_map(function(one) return { vim.fn.fnamemodify(vim.uri_to_fname(one.uri), ":t"), one.range.start.line } end, places))

vim.lsp.buf.rename("double")
vim.wait(30000, function() return vim.api.nvim_buf_get_lines(0, 3, 4, false)[1]:find("@double") ~= nil end, 50)
vim.cmd("wall")
report("rename", vim.fn.readfile(folder .. "/main.ll")[4])
report("rename there", vim.fn.readfile(folder .. "/twice.ll")[1])

vim.cmd("edit! " .. folder .. "/some.bc")
vim.wait(30000, function() return vim.api.nvim_buf_line_count(0) > 1 end, 50)
report("bitcode", vim.api.nvim_buf_get_lines(0, 0, -1, false))
vim.cmd("qall!")
