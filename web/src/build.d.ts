/** Names the shapes of what the server answers, as `vite.config.ts` reads them from `bindings/`. */
declare const __SHAPE__: string;
