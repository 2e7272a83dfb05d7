/** The built-in translator of some browsers: it runs on this device and sends nothing. */
import { type Language, locale } from '@/i18n';

interface Pair {
  sourceLanguage: string;
  targetLanguage: string;
}

interface Translator {
  translate(text: string): Promise<string>;
}

interface Translators {
  availability(pair: Pair): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
  create(pair: Pair): Promise<Translator>;
}

const builtIn = (): Translators | undefined => (globalThis as { Translator?: Translators }).Translator;

export const otherLanguage = (of: Language): Language => (of === 'english' ? 'spanish' : 'english');

const pairInto = (reader: Language): Pair => ({
  sourceLanguage: locale(otherLanguage(reader)),
  targetLanguage: locale(reader),
});

/** Can this browser translate into the reader's language, possibly after downloading a model? */
export async function browserTranslates(reader: Language): Promise<boolean> {
  try {
    return ((await builtIn()?.availability(pairInto(reader))) ?? 'unavailable') !== 'unavailable';
  } catch {
    return false;
  }
}

const made = new Map<Language, Promise<Translator>>();

/**
 * The browser's translator into a language. Call it in the handler of a press: a browser downloads its model only
 * after a user gesture. A failed attempt can be repeated.
 */
export function browserTranslator(reader: Language): Promise<Translator> {
  const existing = made.get(reader);
  if (existing !== undefined) return existing;
  const translators = builtIn();
  const created =
    translators === undefined
      ? Promise.reject(new Error('this browser has no translator'))
      : translators.create(pairInto(reader));
  made.set(reader, created);
  created.catch(() => made.delete(reader));
  return created;
}
