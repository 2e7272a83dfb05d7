/** What the screens say, and in which language. `m` holds the screens' own words, `notice` the domain's. */
export { m } from '@/paraglide/messages';
export { type Language, language, locale, setLanguage, startLanguage, useLanguage } from './language';
export { notice } from './notice';
