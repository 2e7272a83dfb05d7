import { IconLanguage } from '@tabler/icons-react';
import { setLanguage, useLanguage } from '@/i18n';

/** Offers the other language, in that language. */
export function LanguageSwitch({ className }: { className?: string | undefined }) {
  const spanish = useLanguage() === 'spanish';
  return (
    <button
      type="button"
      className={className}
      lang={spanish ? 'en' : 'es'}
      onClick={() => setLanguage(spanish ? 'english' : 'spanish')}
    >
      <IconLanguage size={18} aria-hidden />
      <span>{spanish ? 'English' : 'Español'}</span>
    </button>
  );
}
