/**
 * Has the page itself ask for a chunk that every page needs, though nothing imports it at once: what decides which page
 * comes is so small that it must not wait for it.
 */
export function early(name) {
  return {
    name: 'ridgeline-early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const chunk = Object.values(bundle ?? {}).find((each) => each.type === 'chunk' && each.name === name);
        if (chunk === undefined) throw new Error(`there is no chunk ${name} to be asked for early`);
        const href = `/${chunk.fileName}`;
        return [{ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href }, injectTo: 'head' }];
      },
    },
  };
}
