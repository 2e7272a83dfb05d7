/** The translator that some browsers have built in: it works on this device and sends nothing anywhere. */
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

/** Can this browser translate into the reader's language, perhaps after it has fetched its dictionary? */
export async function browserTranslates(reader: Language): Promise<boolean> {
  try {
    return ((await builtIn()?.availability(pairInto(reader))) ?? 'unavailable') !== 'unavailable';
  } catch {
    return false;
  }
}

const made = new Map<Language, Promise<Translator>>();

/**
 * The browser's translator into a language. Call it in the press of a button: a browser fetches its dictionary only
 * for somebody who has just pressed one. One that could not be made may be asked for again.
 */
export function browserTranslator(reader: Language): Promise<Translator> {
  const kept = made.get(reader);
  if (kept !== undefined) return kept;
  const translators = builtIn();
  const making =
    translators === undefined
      ? Promise.reject(new Error('this browser has no translator'))
      : translators.create(pairInto(reader));
  made.set(reader, making);
  making.catch(() => made.delete(reader));
  return making;
}
