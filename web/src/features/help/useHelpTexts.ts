import { useQuery } from '@tanstack/react-query';
import { type Language, useLanguage } from '@/i18n';

import type { HelpTexts } from './topics';

/** Each language is a separate chunk, loaded when help is opened. */
const files: Record<Language, () => Promise<HelpTexts>> = {
  english: async () => (await import('./texts/english')).english,
  spanish: async () => (await import('./texts/spanish')).spanish,
};

/** The texts of help in the language of the page. They change only with the app. */
export function useHelpTexts() {
  const language = useLanguage();
  return useQuery({
    queryKey: ['help', language],
    queryFn: files[language],
    staleTime: Number.POSITIVE_INFINITY,
  });
}
