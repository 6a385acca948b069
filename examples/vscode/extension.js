// Starts the language server `pyllvm-lsp`, and opens bitcode as text.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const SCHEME = "pyllvm";
const VERSIONS = Array.from({ length: 18 }, (_, number) => String(24 - number));

let client;

function settings() {
  const found = vscode.workspace.getConfiguration("pyllvm");
  return { llvmVersion: found.get("llvmVersion"), lint: found.get("lint"), inlayHints: found.get("inlayHints") };
}

async function start() {
  const [command, ...args] = vscode.workspace.getConfiguration("pyllvm").get("command");
  client = new LanguageClient(
    "pyllvm",
    "LLVM IR",
    { command, args },
    {
      documentSelector: [{ language: "llvm" }],
      initializationOptions: settings(),
    },
  );
  await client.start();
}

function ask(command, ...args) {
  return client.sendRequest("workspace/executeCommand", { command, arguments: args });
}

async function show(uri, beside) {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  await vscode.languages.setTextDocumentLanguage(document, "llvm");
  await vscode.window.showTextDocument(document, beside ? vscode.ViewColumn.Beside : undefined);
}

async function openBitcode(file) {
  const target = file ?? (await vscode.window.showOpenDialog())?.[0];
  if (!target) return;
  const members = await ask("pyllvm.members", target.toString());
  const chosen = members.length > 1 ? await vscode.window.showQuickPick(members.map(({ name, uri }) => ({ label: name, uri }))) : members[0];
  if (chosen) await show(chosen.uri, false);
}

async function showVersion() {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const version = uri && (await vscode.window.showQuickPick(VERSIONS, { placeHolder: "LLVM version" }));
  if (version) await show(`${SCHEME}:${encodeURI(uri.path)}?llvm=${version}`, true);
}

async function drawControlFlow() {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const { line, character } = editor.selection.active;
  const { uri } = await ask("pyllvm.controlFlow", editor.document.uri.toString(), { line, character });
  await vscode.env.openExternal(vscode.Uri.parse(uri));
}

async function activate(context) {
  const reporting = (work) => async (...args) => {
    try {
      return await work(...args);
    } catch (error) {
      vscode.window.showErrorMessage(String(error.message ?? error));
    }
  };
  const provider = {
    async provideTextDocumentContent(uri) {
      return (await client.sendRequest("workspace/textDocumentContent", { uri: uri.toString(true) })).text;
    },
  };
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, provider),
    vscode.commands.registerCommand("pyllvm.openBitcode", reporting(openBitcode)),
    vscode.commands.registerCommand("pyllvm.showVersion", reporting(showVersion)),
    vscode.commands.registerCommand("pyllvm.drawControlFlow", reporting(drawControlFlow)),
    vscode.commands.registerCommand("pyllvm.restart", reporting(() => client.restart())),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("pyllvm")) {
        client.sendNotification("workspace/didChangeConfiguration", { settings: { pyllvm: settings() } });
      }
    }),
  );
  await start();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
