// Asks the packed door: `node rules.mjs DOOR QUESTIONS ANSWERS`, both files JSON arrays.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [door, questions, answers] = process.argv.slice(2);
const { evaluate, initSync } = await import(pathToFileURL(join(door, 'domain_wasm.js')));
initSync({ module: readFileSync(join(door, 'domain_wasm_bg.wasm')) });

const said = JSON.parse(readFileSync(questions, 'utf8')).map(({ rule, input }) => {
  try {
    return JSON.parse(evaluate(rule, JSON.stringify(input)));
  } catch (error) {
    return { thrown: String(error) };
  }
});
writeFileSync(answers, JSON.stringify(said));
