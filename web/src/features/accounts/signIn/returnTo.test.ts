import { expect, test } from 'vitest';
import { discardReturnTo, enableReturnTo, storeReturnTo } from '@/queries/accounts/returnTo';

import { internalPath, takeReturnTo } from './returnTo';

test('a link into the app keeps what it asks for and where on the page it leads', () => {
  for (const place of [
    '/app',
    '/app/jobs?status=active&location=Denver',
    '/app/help#maps',
    '/inviteredirect',
  ])
    expect(internalPath(place)).toBe(place);
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
  for (const place of made) expect(internalPath(place)).toBeNull();
});

test('what a stranger left in the tab leads nowhere, and what one left oneself leads there once', () => {
  storeReturnTo('https://evil.example/app');
  expect(takeReturnTo()).toBeNull();
  storeReturnTo('/app/messages');
  expect(takeReturnTo()).toBe('/app/messages');
  expect(takeReturnTo()).toBeNull();
});

test('who signs out on purpose is not led back, whatever the page that they left says late', () => {
  storeReturnTo('/app/user/settings');
  discardReturnTo();
  storeReturnTo('/app/user/settings');
  expect(takeReturnTo()).toBeNull();
  enableReturnTo();
  storeReturnTo('/app/messages');
  expect(takeReturnTo()).toBe('/app/messages');
});
