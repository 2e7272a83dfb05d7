/**
 * Adds a `modulepreload` link to the page for a chunk that every page needs but that the entry only imports dynamically,
 * so that the entry itself stays small.
 */
export function preloadChunk(name) {
  return {
    name: 'ridgeline-preload-chunk',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const chunk = Object.values(bundle ?? {}).find((each) => each.type === 'chunk' && each.name === name);
        if (chunk === undefined) throw new Error(`there is no chunk ${name} to be preloaded`);
        const href = `/${chunk.fileName}`;
        return [{ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href }, injectTo: 'head' }];
      },
    },
  };
}
