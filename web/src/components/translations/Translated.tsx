import type { TranslationKind } from '@bindings';
import { Loader } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import type { Language } from '@/i18n';
import { m } from '@/i18n';
import { type Translations, useTranslations } from '@/queries/translations/translations';

import styles from './Translated.module.css';

/** The button under translatable text: requests the translation, labels it, and returns to the original. */
export function TranslationToggle({ translations }: { translations: Omit<Translations, 'of'> }) {
  const { offered, wanted, busy, failed, changed, see, hide } = translations;
  if (!offered) return null;
  const asking = !wanted || failed !== null;
  return (
    <div className={styles.toggle}>
      <span role="status">
        {busy && (
          <>
            <Loader size={12} /> {m.translation_busy()}
          </>
        )}
        {failed}
        {wanted && !busy && failed === null && (changed ? m.translation_note() : m.translation_none())}
      </span>
      {asking && (
        <button type="button" onClick={see}>
          <IconLanguage size={15} aria-hidden />
          {m.translation_see()}
        </button>
      )}
      {!asking && !busy && changed && (
        <button type="button" onClick={hide}>
          {m.translation_original()}
        </button>
      )}
    </div>
  );
}

interface WordsProps {
  from: Translations;
  id: string;
  /** The wire name of the field. */
  field: string;
  children: string;
}

/** One text of a list: the original, or its translation if the user requested it. */
export function Words({ from, id, field, children }: WordsProps) {
  const { text, lang } = from.of(id, field, children);
  return <span lang={lang}>{text}</span>;
}

interface TranslatedProps {
  kind: TranslationKind;
  id: string;
  field: string;
  text: string;
  /** The language of the text, if known. */
  language?: Language;
  className?: string | undefined;
}

/** A single text with its own translation button, such as a chat message. */
export function Translated({ kind, id, field, text, language, className }: TranslatedProps) {
  const translations = useTranslations(kind, [{ id, texts: [text] }], language);
  return (
    <>
      <p className={className}>
        <Words from={translations} id={id} field={field}>
          {text}
        </Words>
      </p>
      <TranslationToggle translations={translations} />
    </>
  );
}
