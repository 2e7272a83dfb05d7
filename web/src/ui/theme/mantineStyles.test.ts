/** The library's components have no styles; each stylesheet has to be imported. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const library = join(import.meta.dirname, '../../../node_modules/@mantine/core');

const sources = Object.values(
  import.meta.glob<string>('../../**/*.{ts,tsx}', { eager: true, query: '?raw', import: 'default' }),
);

/** Collects the library's stylesheets that a file and its imports need. */
function collectStyles(file: string, seen: Set<string>, found: Set<string>): void {
  if (seen.has(file)) return;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, path = ''] of text.matchAll(/from "(\.[^"]+)"/g)) {
    const stylesheet = /\/(\w+)\.module\.mjs$/.exec(path)?.[1];
    if (stylesheet === undefined) collectStyles(join(dirname(file), path), seen, found);
    else if (existsSync(join(library, `styles/${stylesheet}.layer.css`))) found.add(stylesheet);
  }
}

test('every used component of the library has its styles', () => {
  const names = sources
    .flatMap((text) => [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)])
    .flatMap(([, list = '']) => list.split(',').map((name) => name.trim()))
    .filter((name) => existsSync(join(library, `esm/components/${name}/${name}.mjs`)));
  expect(names).toContain('Button');
  const needed = new Set<string>();
  const seen = new Set<string>();
  for (const name of new Set(names))
    collectStyles(join(library, `esm/components/${name}/${name}.mjs`), seen, needed);
  const imported = ['mantineCritical.css', 'mantineDeferred.css']
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('');
  const missing = [...needed].filter((stylesheet) => !imported.includes(`/${stylesheet}.layer.css"`));
  expect(needed).toContain('Combobox');
  expect(missing).toEqual([]);
});
