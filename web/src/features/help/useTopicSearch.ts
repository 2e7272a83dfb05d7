import { useDeferredValue, useMemo, useState } from 'react';
import { TextIndex } from '@/wasm/rules';

import type { HelpTexts, TopicId, TopicText } from './topics';

const indexOf = (ids: readonly TopicId[], texts: HelpTexts, said: (text: TopicText) => string) =>
  new TextIndex(ids.map((id) => said(texts.topics[id])));

const titleOf = ({ title, words }: TopicText) => [title, words].join('\n');
const wholeOf = ({ title, words, body }: TopicText) => [title, words, ...body.flat()].join('\n');

/** The search term of help, and the matching topics: those with a match in the title first. */
export function useTopicSearch(ids: readonly TopicId[], texts: HelpTexts | undefined) {
  const [query, setQuery] = useState('');
  const deferred = useDeferredValue(query);
  const indexes = useMemo(
    () => texts && { titles: indexOf(ids, texts, titleOf), whole: indexOf(ids, texts, wholeOf) },
    [ids, texts],
  );
  const found = useMemo(() => {
    if (indexes === undefined) return ids;
    const at = new Set([...indexes.titles.search(deferred), ...indexes.whole.search(deferred)]);
    return [...at].map((position) => ids[position]).filter((id) => id !== undefined);
  }, [ids, indexes, deferred]);
  return { query, setQuery, narrow: deferred.trim() !== '', found };
}
