// Asks the packed door: `node ask.mjs DOOR`. A question is a line `[export, ...arguments]`, its answer a line of
// JSON in the same order. Inputs of `evaluate` are JSON texts there, values here.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const door = process.argv[2];
const rules = await import(pathToFileURL(join(door, 'domain_wasm.js')));
rules.initSync({ module: readFileSync(join(door, 'domain_wasm_bg.wasm')) });

function answer(question) {
  try {
    const [name, ...given] = JSON.parse(question);
    if (name === 'evaluate') return rules.evaluate(given[0], JSON.stringify(given[1]));
    return JSON.stringify(rules[name](...given));
  } catch (error) {
    return JSON.stringify({ thrown: String(error) });
  }
}

// Split by hand: readline also ends a line at U+2028, which a text may hold.
let rest = '';
process.stdin.setEncoding('utf8');
for await (const chunk of process.stdin) {
  const questions = (rest + chunk).split('\n');
  rest = questions.pop();
  const said = questions.map((question) => `${answer(question)}\n`).join('');
  if (!process.stdout.write(said)) await once(process.stdout, 'drain');
}
