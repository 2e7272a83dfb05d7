/** The user guide says what stands on the screen, and shows it: nobody looks for a button that is called otherwise. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

import english from '../messages/en.json';
import spanish from '../messages/es.json';

const docs = resolve(import.meta.dirname, '../../docs');
const guide = join(docs, 'guide');
const messages = { en: english, es: spanish } as const;
const languages = ['en', 'es'] as const;
type Language = (typeof languages)[number];

const pagesOf = (language: Language) => readdirSync(join(guide, language)).sort();
const read = (...path: string[]) => readFileSync(join(guide, ...path), 'utf8');

/** A message, or the forms that it takes by number, as a reader meets it: without what stands for a name or a number. */
function textsOf(language: Language): Set<string> {
  const said = Object.values(messages[language]).flatMap((message) =>
    typeof message === 'string' ? [message] : message.flatMap(({ match }) => Object.values(match)),
  );
  return new Set(said.map((text) => text.replace(/\s*\{\w+\}\s*/g, ' ').trim()));
}

const boldIn = (text: string) =>
  [...text.matchAll(/\*\*(.+?)\*\*/gs)].map(([, words = '']) => words.replace(/\s+/g, ' '));

const linksIn = (text: string) => [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to);

/** How a heading is called in an address, as GitHub does it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

test.each(languages)('nobody is told to press what the app does not say (%s)', (language) => {
  const texts = textsOf(language);
  const unknown = pagesOf(language).flatMap((page) =>
    boldIn(read(language, page))
      .filter((words) => !texts.has(words))
      .map((words) => `${page}: ${words}`),
  );
  expect(unknown).toEqual([]);
});

test('no page and no picture of the guide is missing', () => {
  const pages = ['README.md', ...languages.flatMap((one) => pagesOf(one).map((page) => `${one}/${page}`))];
  const broken = pages.flatMap((page) =>
    linksIn(read(page))
      .filter((to) => {
        const [path = '', anchor] = to.split('#');
        const target = path === '' ? join(guide, page) : join(guide, dirname(page), path);
        if (!existsSync(target)) return true;
        const headings = () => [...readFileSync(target, 'utf8').matchAll(/^#+ (.+)$/gm)];
        return anchor !== undefined && !headings().some(([, words = '']) => anchorOf(words) === anchor);
      })
      .map((to) => `${page}: ${to}`),
  );
  expect(broken).toEqual([]);
});

test('who reads Spanish has every page that there is in English, and the index leads to all of them', () => {
  expect(pagesOf('es')).toEqual(pagesOf('en'));
  const listed = linksIn(read('README.md')).sort();
  expect(listed).toEqual(languages.flatMap((one) => pagesOf(one).map((page) => `${one}/${page}`)).sort());
});

test('a Spanish page shows Spanish pictures', () => {
  const foreign = pagesOf('es').flatMap((page) =>
    linksIn(read('es', page)).filter((to) => to.includes('/screens/en/')),
  );
  expect(foreign).toEqual([]);
});

test('the pictures stay small enough for a clone', () => {
  const bytes = languages.flatMap((one) => {
    const folder = join(docs, 'screens', one);
    return readdirSync(folder).map((picture) => statSync(join(folder, picture)).size);
  });
  expect(bytes.length).toBeGreaterThan(40);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(4_000_000);
});
