/** Tells the worker what the app consists of, so that all of it is in the browser before the network goes. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What is left out: it is heavy and needs the network anyway (maps), or nobody asks for it on a roof (papers, emoji).
 * The worker keeps it from its first use on.
 */
const leftOut =
  /^node_modules\/|^src\/ui\/map\/(basemap|placeNames)|maplibre-gl-worker|\/(orderPdf|cardPdf|printing)\.ts$|\/EmojiPanel\.tsx$/;

const blank = /const built = \{[^}]*\};/;

/** Every file that the app may come to load, from its page on. */
function files(manifest) {
  const found = new Set();
  const seen = new Set();
  const waiting = ['index.html'];
  for (let source = waiting.pop(); source !== undefined; source = waiting.pop()) {
    const chunk = manifest[source];
    if (chunk === undefined || seen.has(source)) continue;
    seen.add(source);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])])
      if (!leftOut.test(file)) found.add(`/${file}`);
    waiting.push(...(chunk.imports ?? []));
    waiting.push(...(chunk.dynamicImports ?? []).filter((each) => !leftOut.test(each)));
  }
  return [...found].sort((a, b) => (a < b ? -1 : 1));
}

export function shelf() {
  let config;
  return {
    name: 'ridgeline-shelf',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    writeBundle() {
      const { build, publicDir, root } = config;
      const folder = join(root, build.outDir);
      const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
      const beside = readdirSync(publicDir).filter((name) => name !== 'worker.js');
      const all = ['/index.html', ...beside.map((name) => `/${name}`), ...files(manifest)];
      const worker = join(folder, 'worker.js');
      const source = readFileSync(worker, 'utf8');
      const hash = createHash('sha256').update(source).update(all.join());
      for (const name of ['index.html', ...beside]) hash.update(readFileSync(join(folder, name)));
      const built = { name: hash.digest('hex').slice(0, 12), files: all };
      if (!blank.test(source)) throw new Error('public/worker.js has no place for what was built');
      writeFileSync(worker, source.replace(blank, `const built = ${JSON.stringify(built)};`));
    },
  };
}
