/** A text that survives a closed page. */
import { useState } from 'preact/hooks';
import { draftKey } from './guestStorage';
import { useQueue } from './useGuestPage';

export function useDraft(name: string): [string, (text: string) => void] {
  const { secret } = useQueue();
  const key = draftKey(name, secret);
  const [text, setText] = useState(() => {
    try {
      return localStorage.getItem(key) ?? '';
    } catch {
      return '';
    }
  });
  const change = (next: string) => {
    setText(next);
    try {
      if (next === '') localStorage.removeItem(key);
      else localStorage.setItem(key, next);
    } catch {
      // Without storage the text lasts until the page is closed.
    }
  };
  return [text, change];
}
