import { expect, test } from 'vitest';
import { dropPlace, followPlace, keepPlace } from '@/session/returnPlace';

import { insideApp, takePlace } from './returnTo';

test('a link into the app keeps what it asks for and where on the page it leads', () => {
  for (const place of [
    '/app',
    '/app/jobs?status=active&location=Denver',
    '/app/help#maps',
    '/inviteredirect',
  ])
    expect(insideApp(place)).toBe(place);
});

test('nobody is led out of the app by an address that somebody made up', () => {
  const made = [
    '//evil.example/app',
    '/\\evil.example/app',
    'https://evil.example/app/jobs',
    'javascript:alert(1)',
    '/app/../sign-up',
    '/app/%2e%2e/c/other',
    '/application',
    '/inviteredirect/x',
    '',
    null,
  ];
  for (const place of made) expect(insideApp(place)).toBeNull();
});

test('what a stranger left in the tab leads nowhere, and what one left oneself leads there once', () => {
  keepPlace('https://evil.example/app');
  expect(takePlace()).toBeNull();
  keepPlace('/app/messages');
  expect(takePlace()).toBe('/app/messages');
  expect(takePlace()).toBeNull();
});

test('who signs out on purpose is not led back, whatever the page that they left says late', () => {
  keepPlace('/app/user/settings');
  dropPlace();
  keepPlace('/app/user/settings');
  expect(takePlace()).toBeNull();
  followPlace();
  keepPlace('/app/messages');
  expect(takePlace()).toBe('/app/messages');
});
