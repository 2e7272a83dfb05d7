import type { FieldError } from './types.js';

export * from './domain_wasm.js';
export type * from './types.js';

/** What a rule answers: that the input is valid, what is wrong with it, or a value. */
export type Outcome = { ok: true } | { errors: FieldError[] } | { value: unknown };

/** Evaluates a rule by its name, such as `tag.validate`. A `language` in the input selects that of the messages. */
export declare function evaluate(rule: string, input: unknown): Outcome;

/**
 * Loads the rules; call it once before the others. In a browser it fetches the module, from `module` where a bundler does
 * not know its address.
 */
export default function start(module?: URL | Response | BufferSource): Promise<void>;
