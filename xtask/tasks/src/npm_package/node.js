// In Node the module is read from the disk when this file is imported: start() has nothing left to do.
import { readFileSync } from 'node:fs';
import { evaluate as evaluateText, initSync } from './domain_wasm.js';

initSync({ module: readFileSync(new URL('./domain_wasm_bg.wasm', import.meta.url)) });

export * from './domain_wasm.js';

export const evaluate = (rule, input) => JSON.parse(evaluateText(rule, JSON.stringify(input)));

export default async function start() {}
