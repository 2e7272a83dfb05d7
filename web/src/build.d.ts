/** A hash of the types of the API, which `vite.config.ts` computes from `bindings/`. */
declare const __SHAPE__: string;
