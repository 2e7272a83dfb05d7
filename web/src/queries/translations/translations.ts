/**
 * Translations of user content into the reader's language: only on request, and never instead of the original. The
 * browser's own translator is tried first, then the server's service; without either, nothing is offered.
 */
import type { PreparedText, Translation, TranslationKind } from '@bindings';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '@/api/client';
import { type Language, locale, m, useLanguage } from '@/i18n';

import { browserTranslates, browserTranslator, otherLanguage } from './browserTranslator';

/** Where a text comes from. */
type Place = Pick<Translation, 'id' | 'field'>;

/** One thing with its texts: what is shown of it, so that a changed text is translated anew. */
export interface Written {
  id: string;
  texts: ReadonlyArray<string | null>;
}

/** As many things as one call takes. */
const most = 50;

const chunks = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / most) }, (_, at) => ids.slice(at * most, (at + 1) * most));

const offerQuery = (reader: Language) =>
  queryOptions({
    queryKey: ['translations', 'offer', reader],
    queryFn: async () => {
      const [browser, { translate: server }] = await Promise.all([
        browserTranslates(reader),
        call<{ translate: boolean }>('GET', '/api/config'),
      ]);
      return { browser, server };
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

const isAt = (place: Place) => (other: Place) => other.id === place.id && other.field === place.field;

/** The browser translates; the server only protects the terms of the glossary, and restores them. */
async function byBrowser(kind: TranslationKind, ids: string[], language: Language): Promise<Translation[]> {
  const translator = await browserTranslator(language);
  const { texts } = await call<{ texts: PreparedText[] }>('POST', '/api/translations/prepare', {
    kind,
    ids,
    language,
  });
  const into = async (held: readonly PreparedText[], way: 'text' | 'mixed') => {
    if (held.length === 0) return { translations: [], lost: [] };
    const answers = [];
    for (const each of held)
      answers.push({ id: each.id, field: each.field, text: await translator.translate(each[way]) });
    return call<{ translations: Translation[]; lost: Place[] }>('POST', '/api/translations/restore', {
      kind,
      language,
      answers,
    });
  };
  const open = texts.filter(({ isReady }) => !isReady);
  const first = await into(open, 'text');
  const again = await into(
    open.filter((each) => first.lost.some(isAt(each))),
    'mixed',
  );
  const plain: Translation[] = [];
  for (const each of open.filter((one) => again.lost.some(isAt(one))))
    plain.push({ ...each, text: await translator.translate(each.original) });
  return [...texts.filter(({ isReady }) => isReady), ...first.translations, ...again.translations, ...plain];
}

const byServer = async (kind: TranslationKind, ids: string[], language: Language): Promise<Translation[]> =>
  (await call<{ translations: Translation[] }>('POST', '/api/translations', { kind, ids, language }))
    .translations;

/** The translations of a list, and how far they are. */
export interface Translations {
  /** False where nothing can be translated, or everything is in the reader's language: then there is no button. */
  offered: boolean;
  /** The reader asked for the translation. */
  wanted: boolean;
  busy: boolean;
  /** Why there is no translation; null where nothing went wrong. */
  failed: string | null;
  /** At least one of the texts reads otherwise than it was written. */
  changed: boolean;
  see: () => void;
  hide: () => void;
  /** What to show for a text, and the `lang` of it. */
  of: (id: string, field: string, original: string) => { text: string; lang: string | undefined };
}

/** The texts of one list. `language` is what they are written in, where that is known. */
export function useTranslations(
  kind: TranslationKind,
  written: readonly Written[],
  language?: Language,
): Translations {
  const reader = useLanguage();
  const [asked, setAsked] = useState<Language | null>(null);
  const { data: offer } = useQuery(offerQuery(reader));
  const able =
    (offer?.browser === true || offer?.server === true) && written.length > 0 && language !== reader;
  const wanted = able && asked === reader;
  const { data, isFetching, error, refetch } = useQuery({
    queryKey: ['translations', kind, reader, written],
    queryFn: async () => {
      const found: Translation[] = [];
      for (const ids of chunks(written.map(({ id }) => id))) {
        const own = offer?.browser === true ? byBrowser(kind, ids, reader) : byServer(kind, ids, reader);
        found.push(
          ...(await own.catch((failure: unknown) => {
            if (offer?.browser !== true || !offer.server) throw failure;
            return byServer(kind, ids, reader);
          })),
        );
      }
      return found;
    },
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
    // What turned out to be in the reader's language is not offered again.
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const changed = data?.some(({ from, to }) => from !== to) ?? false;

  const see = () => {
    // At once: see there.
    if (offer?.browser === true) browserTranslator(reader).catch(() => undefined);
    setAsked(reader);
    if (error !== null) void refetch();
  };

  const rowOf = (id: string, field: string, original: string) =>
    data?.find((row) => row.id === id && row.field === field && row.original === original);
  const writtenIn = language === undefined ? undefined : locale(language);
  return {
    offered: able && (wanted || data === undefined || changed),
    wanted,
    busy: wanted && isFetching,
    failed: wanted && !isFetching && error !== null ? error.message || m.translation_failed() : null,
    changed,
    see,
    hide: () => setAsked(null),
    of: (id, field, original) => {
      const row = rowOf(id, field, original);
      if (row === undefined) return { text: original, lang: writtenIn };
      return wanted
        ? { text: row.text, lang: locale(row.to) }
        : { text: original, lang: locale(row.from === row.to ? row.to : otherLanguage(row.to)) };
    },
  };
}

/** Combines translations of several kinds that share one button. */
export const together = (...all: readonly Translations[]): Omit<Translations, 'of'> => ({
  offered: all.some(({ offered }) => offered),
  wanted: all.some(({ wanted }) => wanted),
  busy: all.some(({ busy }) => busy),
  failed: all.find(({ failed }) => failed !== null)?.failed ?? null,
  changed: all.some(({ changed }) => changed),
  see: () => {
    for (const each of all) each.see();
  },
  hide: () => {
    for (const each of all) each.hide();
  },
});
