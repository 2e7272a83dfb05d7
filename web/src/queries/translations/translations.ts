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

/** The source of a text. */
type Place = Pick<Translation, 'id' | 'field'>;

/** One item with its current texts, so that a changed text is translated again. */
export interface Written {
  id: string;
  texts: ReadonlyArray<string | null>;
}

/** The most items per call. */
const maxPerCall = 50;

const chunks = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / maxPerCall) }, (_, at) =>
    ids.slice(at * maxPerCall, (at + 1) * maxPerCall),
  );

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
  const into = async (prepared: readonly PreparedText[], property: 'text' | 'mixed') => {
    if (prepared.length === 0) return { translations: [], lost: [] };
    const answers = [];
    for (const each of prepared)
      answers.push({ id: each.id, field: each.field, text: await translator.translate(each[property]) });
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

/** The translations of a list, and their state. */
export interface Translations {
  /** False if nothing can be translated, or everything is in the reader's language: then there is no button. */
  offered: boolean;
  /** The user requested the translation. */
  wanted: boolean;
  busy: boolean;
  /** The error message; null if there is none. */
  failed: string | null;
  /** At least one of the texts differs from the original. */
  changed: boolean;
  see: () => void;
  hide: () => void;
  /** The text to show, and its `lang`. */
  of: (id: string, field: string, original: string) => { text: string; lang: string | undefined };
}

/** The texts of one list. `language` is their language, if known. */
export function useTranslations(
  kind: TranslationKind,
  written: readonly Written[],
  language?: Language,
): Translations {
  const reader = useLanguage();
  const [requestedFor, setRequestedFor] = useState<Language | null>(null);
  const { data: offer } = useQuery(offerQuery(reader));
  const able =
    (offer?.browser === true || offer?.server === true) && written.length > 0 && language !== reader;
  const wanted = able && requestedFor === reader;
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
    // Texts that turned out to be in the reader's language are not offered again.
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const changed = data?.some(({ from, to }) => from !== to) ?? false;

  const see = () => {
    // At once: see there.
    if (offer?.browser === true) browserTranslator(reader).catch(() => undefined);
    setRequestedFor(reader);
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
    hide: () => setRequestedFor(null),
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
