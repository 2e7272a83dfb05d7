/** The texts of a page that shows one language and is loaded without the app: that of a link. */
import type { Language } from '@bindings';
import { overwriteGetLocale } from '@/paraglide/runtime';

export { m } from '@/paraglide/messages';

const locales = { english: 'en', spanish: 'es' } as const;

let current: Language = navigator.language.toLowerCase().startsWith('es') ? 'spanish' : 'english';

overwriteGetLocale(() => locales[current]);

/** The language of the page: the browser's, until what is shown says another. */
export const pageLanguage = (): Language => current;

/** The same for `lang` and `Intl`. */
export const pageLocale = (): 'en-US' | 'es' => (current === 'spanish' ? 'es' : 'en-US');

/** Changes the language of the page. */
export function setPageLanguage(next: Language): void {
  current = next;
  document.documentElement.lang = locales[next];
}
