/** Writes the list of files to precache into the built service worker. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Not precached: chunks that are heavy (maps), or are rarely used offline (PDFs, emoji). The service worker caches them
 * on their first use, and those of maps when a phone keeps the tiles around its next jobs.
 */
const excluded =
  /^node_modules\/|^src\/components\/map\/(basemap|labelImages|streets\/)|maplibre-gl-worker|\/(orderPdf|cardPdf|printing)\.ts$|\/EmojiPanel\.tsx$/;

/** The chunks that draw maps with the streets of the server's file, and the worker that they start. */
const mapChunks = /^node_modules\/maplibre-gl\/|^src\/components\/map\/streets\/pmtilesStyle\.ts$/;
const mapWorker = /maplibre-gl-worker/;

const placeholder = /const built = \{[^}]*\};/;

/** Every file that the app can load, starting from the entry page. */
function filesOf(manifest) {
  const found = new Set();
  const seen = new Set();
  const waiting = ['index.html'];
  for (let source = waiting.pop(); source !== undefined; source = waiting.pop()) {
    const chunk = manifest[source];
    if (chunk === undefined || seen.has(source)) continue;
    seen.add(source);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])])
      if (!excluded.test(file)) found.add(`/${file}`);
    waiting.push(...(chunk.imports ?? []));
    waiting.push(...(chunk.dynamicImports ?? []).filter((each) => !excluded.test(each)));
  }
  return [...found].sort((a, b) => (a < b ? -1 : 1));
}

/** The files of those chunks that are not precached anyway. */
function mapFilesOf(manifest, precached) {
  const chunks = Object.keys(manifest).filter((source) => mapChunks.test(source));
  const files = chunks.flatMap((source) => [manifest[source].file, ...(manifest[source].css ?? [])]);
  const workers = Object.values(manifest).flatMap(({ assets = [] }) =>
    assets.filter((file) => mapWorker.test(file)),
  );
  if (files.length < 3 || workers.length === 0) throw new Error('the build has no files that draw maps');
  const paths = new Set([...files, ...workers].map((file) => `/${file}`));
  return [...paths].filter((path) => !precached.includes(path)).sort();
}

export function precacheManifest() {
  let config;
  return {
    name: 'ridgeline-precache-manifest',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    writeBundle() {
      const { build, publicDir, root } = config;
      const folder = join(root, build.outDir);
      const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
      const publicFiles = readdirSync(publicDir).filter((name) => !name.endsWith('worker.js'));
      const all = ['/index.html', ...publicFiles.map((name) => `/${name}`), ...filesOf(manifest)];
      const worker = join(folder, 'worker.js');
      const source = readFileSync(worker, 'utf8');
      const mapFiles = mapFilesOf(manifest, all);
      const hash = createHash('sha256')
        .update(source)
        .update([...all, ...mapFiles].join());
      for (const name of ['index.html', ...publicFiles]) hash.update(readFileSync(join(folder, name)));
      const built = { name: hash.digest('hex').slice(0, 12), files: all, mapFiles };
      if (!placeholder.test(source)) throw new Error('public/worker.js has no placeholder for the manifest');
      writeFileSync(worker, source.replace(placeholder, `const built = ${JSON.stringify(built)};`));
    },
  };
}
