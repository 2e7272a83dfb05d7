/** Writes the list of files of a link's page into its built service worker. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const placeholder = /const built = \{[^}]*\};/;

export function linkWorkerManifest() {
  let config;
  return {
    name: 'ridgeline-link-worker-manifest',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    writeBundle() {
      const folder = join(config.root, config.build.outDir);
      const manifest = JSON.parse(readFileSync(join(folder, '.vite/guest-manifest.json'), 'utf8'));
      const files = Object.values(manifest).flatMap(({ file, css, assets }) => [
        file,
        ...(css ?? []),
        ...(assets ?? []),
      ]);
      const all = ['/guest.html', '/favicon.svg', ...new Set(files.map((file) => `/${file}`))].sort();
      const worker = join(folder, 'link-worker.js');
      const source = readFileSync(worker, 'utf8');
      const hash = createHash('sha256').update(source).update(all.join());
      hash.update(readFileSync(join(folder, 'guest.html')));
      const built = { name: hash.digest('hex').slice(0, 12), files: all };
      if (!placeholder.test(source)) throw new Error('link-worker.js has no placeholder for the manifest');
      writeFileSync(worker, source.replace(placeholder, `const built = ${JSON.stringify(built)};`));
    },
  };
}
