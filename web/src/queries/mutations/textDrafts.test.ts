import { expect, test } from 'vitest';
import { aUser } from '@/testing/render';
import { readTextDraft, storeTextDraft } from './textDrafts';

test('a browser stores at most 50 drafts, and always the one that is being typed', () => {
  for (let n = 0; n < 60; n += 1) {
    storeTextDraft(aUser.id, `note ${n}`, `Text ${n}`);
    expect(readTextDraft(aUser.id, `note ${n}`)).toBe(`Text ${n}`);
  }
  expect(Object.keys(localStorage).filter((key) => key.startsWith('ridgeline.draft'))).toHaveLength(50);
});
