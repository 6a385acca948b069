// Prints the tokens that a TextMate engine finds in texts: for each line, the start, end and scope of each token, as JSON.
// node textmate_tokens.mjs MODULES GRAMMAR FILE...; MODULES has vscode-textmate and vscode-oniguruma.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [modules, grammarPath, ...files] = process.argv.slice(2);
const require = createRequire(`${modules}/`);
const textmate = require("vscode-textmate");
const oniguruma = require("vscode-oniguruma");

await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () => textmate.parseRawGrammar(readFileSync(grammarPath, "utf8"), grammarPath),
});
const grammar = await registry.loadGrammar("source.llvm");
for (const file of files) {
  let state = textmate.INITIAL;
  const lines = readFileSync(file, "utf8").split("\n").map((line) => {
    const found = grammar.tokenizeLine(line, state);
    state = found.ruleStack;
    return found.tokens.map((token) => [token.startIndex, token.endIndex, token.scopes.at(-1)]);
  });
  console.log(JSON.stringify(lines));
}
