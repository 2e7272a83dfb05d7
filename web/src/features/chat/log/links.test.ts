import { expect, test } from 'vitest';

import { splitLinks } from './links';

const links = (text: string) =>
  splitLinks(text).flatMap(({ text: shown, href }) => (href === null ? [] : [shown]));

test('an address becomes a link, and the sentence around it stays text', () => {
  const text = 'See https://weather.gov/denver?x=1, then (https://maps.example/a_(b)) or call.';
  expect(links(text)).toEqual(['https://weather.gov/denver?x=1', 'https://maps.example/a_(b)']);
  expect(
    splitLinks(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});

test('an address that could run code or deceive does not become a link', () => {
  for (const text of [
    'javascript:alert(1)',
    'http://plain.example',
    'data:text/html,<script>alert(1)</script>',
    'https://bank.example@evil.example/login',
    'https://',
    'https://intranet',
    '<a href="x">y</a>',
  ])
    expect(links(text)).toEqual([]);
});
