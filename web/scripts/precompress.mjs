/**
 * Writes `.br` and `.gz` beside every built text and WASM file, so the server sends them as they are. With
 * `RIDGELINE_COMPRESSION=fast` they are larger, and written in a tenth of the time: `cargo xtask run` serves them to the
 * same machine.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const compressible = /\.(js|css|html|svg|wasm|json|txt|webmanifest)$/;
/** Below this size, in bytes, a compressed copy saves nothing. */
const minSize = 512;
const fast = process.env.RIDGELINE_COMPRESSION === 'fast';
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: fast ? 4 : 11 } };
const gzip = { level: fast ? 4 : 9 };

function* files(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* files(path);
    else yield path;
  }
}

export function precompress() {
  let outDir = 'dist';
  return {
    name: 'ridgeline-precompress',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir;
    },
    writeBundle() {
      for (const path of files(outDir)) {
        if (!compressible.test(path) || path.includes('.vite')) continue;
        // It was packed by the build before this one into the same folder.
        if (existsSync(`${path}.br`) && statSync(`${path}.br`).mtimeMs >= statSync(path).mtimeMs) continue;
        const plain = readFileSync(path);
        if (plain.length < minSize) continue;
        writeFileSync(`${path}.br`, brotliCompressSync(plain, brotli));
        writeFileSync(`${path}.gz`, gzipSync(plain, gzip));
      }
    },
  };
}
