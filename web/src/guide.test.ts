/** The user guide uses the texts of the screens and shows current screenshots, so that users find what it names. */
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

/** All messages and their plural forms, without the placeholders for names and numbers. */
function textsOf(language: Language): Set<string> {
  const texts = Object.values(messages[language]).flatMap((message) =>
    typeof message === 'string' ? [message] : message.flatMap(({ match }) => Object.values(match)),
  );
  return new Set(texts.map((text) => text.replace(/\s*\{\w+\}\s*/g, ' ').trim()));
}

const boldIn = (text: string) =>
  [...text.matchAll(/\*\*(.+?)\*\*/gs)].map(([, words = '']) => words.replace(/\s+/g, ' '));

const linksIn = (text: string) => [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to);

/** The anchor of a heading, as GitHub creates it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

test.each(languages)('the guide names only buttons and texts that the app shows (%s)', (language) => {
  const texts = textsOf(language);
  const unknown = pagesOf(language).flatMap((page) =>
    boldIn(read(language, page))
      .filter((words) => !texts.has(words))
      .map((words) => `${page}: ${words}`),
  );
  expect(unknown).toEqual([]);
});

test('no link of the guide is broken', () => {
  const pages = [
    'README.md',
    ...languages.flatMap((language) => pagesOf(language).map((page) => `${language}/${page}`)),
  ];
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

test('every page exists in English and Spanish, and the index links to all of them', () => {
  expect(pagesOf('es')).toEqual(pagesOf('en'));
  const listed = linksIn(read('README.md')).sort();
  expect(listed).toEqual(
    languages.flatMap((language) => pagesOf(language).map((page) => `${language}/${page}`)).sort(),
  );
});

test('Spanish pages show Spanish screenshots', () => {
  const englishScreenshots = pagesOf('es').flatMap((page) =>
    linksIn(read('es', page)).filter((to) => to.includes('/screens/en/')),
  );
  expect(englishScreenshots).toEqual([]);
});

test('the screenshots stay small enough for a clone', () => {
  const bytes = languages.flatMap((language) => {
    const folder = join(docs, 'screens', language);
    return readdirSync(folder).map((picture) => statSync(join(folder, picture)).size);
  });
  expect(bytes.length).toBeGreaterThan(40);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(4_000_000);
});
