import type { SearchGroup, SearchHit, SearchKind } from '@bindings';
import { useDebouncedValue } from '@mantine/hooks';
import type { Icon } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { m } from '@/i18n';
import { useSearch } from '@/session/search';
import { useSession } from '@/session/session';
import { usePhone } from '@/ui/phone';
import { useScheme } from '@/ui/scheme';
import { momentText } from '@/ui/times';
import { TextIndex } from '@/wasm/rules';

import { kinds } from './places';
import { type Recent, readRecent } from './recent';
import { type Deed, type Way, waysFor } from './ways';

/** The server is asked when the typing pauses for so many ms. */
const pause = 120;

export interface Choice {
  key: string;
  title: string;
  detail: string;
  Icon: Icon;
  to?: string;
  state?: unknown;
  deed?: Deed;
  /** How it is remembered once it was chosen. */
  recent?: Recent;
}

export interface ChoiceGroup {
  key: string;
  title: string;
  /** How many there are, where more are known than shown. */
  total?: number;
  choices: Choice[];
}

function ofThing(kind: SearchKind, id: string, title: string, detail: string): Choice {
  const { Icon, one } = kinds[kind];
  const recent: Recent = { kind, id, title, detail };
  return { key: `${kind} ${id}`, title, detail, Icon, to: one(id), recent };
}

function ofHit(kind: SearchKind, hit: SearchHit, zone: string): Choice {
  const when = hit.start === null ? '' : momentText(hit.start, zone);
  const detail = [when, hit.detail].filter((part) => part !== '').join(' · ');
  return ofThing(kind, hit.id, hit.title || m.palette_appointment(), detail);
}

const ofWay = ({ id, name, Icon, to, state, deed }: Way): Choice => ({
  key: `way ${id}`,
  title: name(),
  detail: '',
  Icon,
  ...(to === undefined ? {} : { to, state }),
  ...(deed === undefined ? {} : { deed }),
  recent: { kind: 'way', id },
});

function ofGroup({ kind, hits, total }: SearchGroup, words: string, zone: string): ChoiceGroup {
  const { name, all, Icon } = kinds[kind];
  const choices = hits.map((hit) => ofHit(kind, hit, zone));
  if (all !== undefined && total > hits.length)
    choices.push({
      key: `${kind} all`,
      title: m.palette_all({ list: name() }),
      detail: '',
      Icon,
      to: all(words),
    });
  return { key: kind, title: name(), total, choices };
}

/** What was chosen lately and may still be chosen. */
function lately(recent: readonly Recent[], ways: readonly Way[]): Choice[] {
  return recent.flatMap((one) => {
    if (one.kind !== 'way')
      return one.kind in kinds ? [ofThing(one.kind, one.id, one.title, one.detail)] : [];
    const way = ways.find(({ id }) => id === one.id);
    return way === undefined ? [] : [ofWay(way)];
  });
}

/** Names, a line each, ready to be looked through. */
const useNames = (names: string) => useMemo(() => new TextIndex(names.split('\n')), [names]);

/** The pages and acts of this person, all or those whose name has every word. */
function useWays(words: string) {
  const { may } = useSession();
  const [phone, dark] = [usePhone(), useScheme() === 'dark'];
  const ways = waysFor({ may, phone, dark });
  const index = useNames(ways.map(({ name }) => name()).join('\n'));
  const named = Array.from(index.search(words), (at) => ways[at]).filter((way) => way !== undefined);
  return { ways, named };
}

/** What can be chosen for what is typed: things of the company, pages, and what one may do. */
export function useChoices() {
  const { user, company } = useSession();
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text, pause);
  const { data, error, isPlaceholderData, isFetching, refetch } = useSearch(settled);
  const [recent] = useState(() => readRecent(user.id));
  const words = text.trim();
  const { ways, named } = useWays(words);

  const blank = words === '';
  const behind = words !== settled.trim() || isPlaceholderData || (data === undefined && isFetching);
  const of = (group: Way['group']) => named.filter((way) => way.group === group).map(ofWay);
  const found = blank ? [] : (data?.found ?? []).map((group) => ofGroup(group, words, company.timeZone));
  const groups: ChoiceGroup[] = [
    { key: 'recent', title: m.palette_recent(), choices: blank ? lately(recent, ways) : [] },
    ...found,
    { key: 'pages', title: m.palette_pages(), choices: of('pages') },
    { key: 'acts', title: m.palette_acts(), choices: of('acts') },
  ];
  return {
    text,
    setText,
    words,
    groups: groups.filter(({ choices }) => choices.length > 0),
    /** The answer to what is typed is still to come. */
    pending: !blank && behind,
    error: blank || behind ? null : error,
    retry: () => void refetch(),
  };
}
