/** The texts of the screens and their language. `m` holds the screens' own messages, `notice` the domain's. */
export { m } from '@/paraglide/messages';
export { type Language, language, locale, setLanguage, startLanguage, useLanguage } from './language';
export { notice } from './notice';
