/** The library's components come without their looks, which are imported one by one. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const library = join(import.meta.dirname, '../../../node_modules/@mantine/core');

const sources = Object.values(
  import.meta.glob<string>('../../**/*.{ts,tsx}', { eager: true, query: '?raw', import: 'default' }),
);

/** What of the library stands in the file, and in all that it is made of. */
function looksOf(file: string, seen: Set<string>, found: Set<string>): void {
  if (seen.has(file)) return;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, path = ''] of text.matchAll(/from "(\.[^"]+)"/g)) {
    const look = /\/(\w+)\.module\.mjs$/.exec(path)?.[1];
    if (look === undefined) looksOf(join(dirname(file), path), seen, found);
    else if (existsSync(join(library, `styles/${look}.layer.css`))) found.add(look);
  }
}

test('no component of the library is drawn without its looks', () => {
  const names = sources
    .flatMap((text) => [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)])
    .flatMap(([, list = '']) => list.split(',').map((name) => name.trim()))
    .filter((name) => existsSync(join(library, `esm/components/${name}/${name}.mjs`)));
  expect(names).toContain('Button');
  const needed = new Set<string>();
  const seen = new Set<string>();
  for (const name of new Set(names))
    looksOf(join(library, `esm/components/${name}/${name}.mjs`), seen, needed);
  const here = ['mantineCritical.css', 'mantineDeferred.css']
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('');
  const bare = [...needed].filter((look) => !here.includes(`/${look}.layer.css"`));
  expect(needed).toContain('Combobox');
  expect(bare).toEqual([]);
});
