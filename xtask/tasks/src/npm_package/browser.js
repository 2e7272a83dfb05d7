// In a browser the module is fetched once, by start(). Bundlers find it by its address in domain_wasm.js.
import load, { evaluate as evaluateText } from './domain_wasm.js';

export * from './domain_wasm.js';

export const evaluate = (rule, input) => JSON.parse(evaluateText(rule, JSON.stringify(input)));

let loading = null;

export default async function start(module) {
  loading ??= load(module === undefined ? undefined : { module_or_path: module });
  await loading;
}
