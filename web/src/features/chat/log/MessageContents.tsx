import { TranslationToggle } from '@/components/translations/Translated';
import { locale, useLanguage } from '@/i18n';
import { isStored, type StoredMessage } from '@/queries/chat/messageTypes';
import { useTranslations } from '@/queries/translations/translations';

import styles from './Log.module.css';
import { splitLinks } from './links';
import type { WrittenMessage } from './threadItems';

const Words = ({ text }: { text: string }) =>
  splitLinks(text).map(({ text: part, href }, at) =>
    href === null ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order.
      <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ),
  );

/** A message in the language that is not the reader's, with a translation. */
function Foreign({ message }: { message: StoredMessage }) {
  const { id, contents, language, status } = message;
  const translations = useTranslations('chatMessage', [{ id, texts: [contents] }], language);
  const { text, lang } = translations.of(id, 'contents', contents);
  return (
    <>
      <p className={styles.bubble} data-status={status} lang={lang}>
        <Words text={text} />
      </p>
      <TranslationToggle translations={translations} />
    </>
  );
}

/** A number or a sign is the same in both languages. */
const hasWords = (text: string) => /\p{L}/u.test(text);

/** The text of a message. Another's message in the other language can be translated. */
export function MessageContents({ message, own }: { message: WrittenMessage; own: boolean }) {
  const reader = useLanguage();
  const { contents, language, status } = message;
  if (isStored(message) && !own && language !== reader && hasWords(contents))
    return <Foreign message={message} />;
  return (
    <p className={styles.bubble} data-status={status} lang={locale(language)}>
      <Words text={contents} />
    </p>
  );
}
