import { expect, test } from 'vitest';
import { discardReturnTo, enableReturnTo, storeReturnTo } from '@/queries/accounts/returnTo';

import { internalPath, takeReturnTo } from './returnTo';

test('a link into the app keeps its query and its anchor', () => {
  for (const place of [
    '/app',
    '/app/jobs?status=active&location=Denver',
    '/app/help#maps',
    '/inviteredirect',
  ])
    expect(internalPath(place)).toBe(place);
});

test('a crafted address does not redirect out of the app', () => {
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

test('a stored address of another site is ignored, and one of the app is used once', () => {
  storeReturnTo('https://evil.example/app');
  expect(takeReturnTo()).toBeNull();
  storeReturnTo('/app/messages');
  expect(takeReturnTo()).toBe('/app/messages');
  expect(takeReturnTo()).toBeNull();
});

test('a user who signs out is not led back, even by a late response of the page', () => {
  storeReturnTo('/app/user/settings');
  discardReturnTo();
  storeReturnTo('/app/user/settings');
  expect(takeReturnTo()).toBeNull();
  enableReturnTo();
  storeReturnTo('/app/messages');
  expect(takeReturnTo()).toBe('/app/messages');
});
