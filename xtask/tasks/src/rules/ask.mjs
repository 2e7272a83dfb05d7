// Calls the WASM package: `node ask.mjs FOLDER`. Each input line is a call `[export, ...arguments]`, each output line
// its result as JSON, in the same order. `evaluate` takes its input as JSON text, a call line holds it as a value.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = process.argv[2];
const rules = await import(pathToFileURL(join(folder, 'domain_wasm.js')));
rules.initSync({ module: readFileSync(join(folder, 'domain_wasm_bg.wasm')) });

function result(line) {
  try {
    const [name, ...given] = JSON.parse(line);
    if (name === 'evaluate') return rules.evaluate(given[0], JSON.stringify(given[1]));
    return JSON.stringify(rules[name](...given));
  } catch (error) {
    return JSON.stringify({ thrown: String(error) });
  }
}

// Not readline: it also ends a line at U+2028, which a text may contain.
let rest = '';
process.stdin.setEncoding('utf8');
for await (const chunk of process.stdin) {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  const output = lines.map((line) => `${result(line)}\n`).join('');
  if (!process.stdout.write(output)) await once(process.stdout, 'drain');
}
