import type { SearchGroup, SearchHit, SearchKind } from '@bindings';
import { useDebouncedValue } from '@mantine/hooks';
import type { Icon } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useQueued } from '@/queries/offline/outbox';
import { useSearch } from '@/queries/search';
import { dateTimeText } from '@/ui/dates/times';
import { useScheme } from '@/ui/theme/colorScheme';
import { usePhone } from '@/ui/theme/usePhone';
import { TextIndex } from '@/wasm/rules';
import { type Command, type CommandAction, commandsFor } from './commands';
import { type Recent, readRecent } from './recent';
import { resultKinds } from './resultKinds';

/** The debounce of the server search, in ms. */
const pause = 120;

export interface SearchResult {
  key: string;
  title: string;
  detail: string;
  Icon: Icon;
  to?: string;
  state?: unknown;
  action?: CommandAction;
  /** The entry to store among the recent ones once it was chosen. */
  recent?: Recent;
}

export interface SearchResultGroup {
  key: string;
  title: string;
  /** The number of matches, which may exceed the results. */
  total?: number;
  results: SearchResult[];
}

function entityResult(kind: SearchKind, id: string, title: string, detail: string): SearchResult {
  const { Icon, one } = resultKinds[kind];
  const recent: Recent = { kind, id, title, detail };
  return { key: `${kind} ${id}`, title, detail, Icon, to: one(id), recent };
}

function hitResult(kind: SearchKind, hit: SearchHit, zone: string): SearchResult {
  const when = hit.start === null ? '' : dateTimeText(hit.start, zone);
  const detail = [when, hit.detail].filter((part) => part !== '').join(' · ');
  return entityResult(kind, hit.id, hit.title || m.palette_appointment(), detail);
}

const commandResult = ({ id, name, Icon, to, state, action }: Command): SearchResult => ({
  key: `way ${id}`,
  title: name(),
  detail: '',
  Icon,
  ...(to === undefined ? {} : { to, state }),
  ...(action === undefined ? {} : { action }),
  recent: { kind: 'way', id },
});

function resultGroup({ kind, hits, total }: SearchGroup, words: string, zone: string): SearchResultGroup {
  const { name, all, Icon } = resultKinds[kind];
  const results = hits.map((hit) => hitResult(kind, hit, zone));
  if (all !== undefined && total > hits.length)
    results.push({
      key: `${kind} all`,
      title: m.palette_all({ list: name() }),
      detail: '',
      Icon,
      to: all(words),
    });
  return { key: kind, title: name(), total, results };
}

/** The recent results that are still available to the user. */
function recentResults(recent: readonly Recent[], commands: readonly Command[]): SearchResult[] {
  return recent.flatMap((one) => {
    if (one.kind !== 'way')
      return one.kind in resultKinds ? [entityResult(one.kind, one.id, one.title, one.detail)] : [];
    const command = commands.find(({ id }) => id === one.id);
    return command === undefined ? [] : [commandResult(command)];
  });
}

/** A search index of names, one per line. */
const useNames = (names: string) => useMemo(() => new TextIndex(names.split('\n')), [names]);

/** The user's pages and commands: all of them, and those whose name has every word. */
function useCommands(words: string) {
  const { may } = useSession();
  const [phone, dark] = [usePhone(), useScheme() === 'dark'];
  const commands = commandsFor({ may, phone, dark });
  const index = useNames(commands.map(({ name }) => name()).join('\n'));
  const matching = Array.from(index.search(words), (at) => commands[at]).filter(
    (command) => command !== undefined,
  );
  return { commands, matching };
}

/** New jobs that the server does not know yet. */
function useWaitingJobs(words: string): SearchResult[] {
  const waiting = useQueued('createJob');
  const texts = waiting.map(({ job: { title, address, city } }) => `${title} ${address ?? ''} ${city}`);
  const index = useNames(texts.map((text) => text.replaceAll('\n', ' ')).join('\n'));
  return Array.from(index.search(words), (at) => waiting[at]?.job)
    .filter((job) => job !== undefined)
    .map(({ id, title, city }) => {
      const { recent: _, ...result } = entityResult('jobs', id, title, city);
      return result;
    });
}

/** The results for the typed text: data of the company, pages and commands. */
export function useResults() {
  const { user, company } = useSession();
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text, pause);
  const { data, error, isPlaceholderData, isFetching, refetch } = useSearch(settled);
  const [recent] = useState(() => readRecent(user.id));
  const words = text.trim();
  const { commands, matching } = useCommands(words);
  const waiting = useWaitingJobs(words);

  const blank = words === '';
  const isStale = words !== settled.trim() || isPlaceholderData || (data === undefined && isFetching);
  const of = (group: Command['group']) =>
    matching.filter((command) => command.group === group).map(commandResult);
  const found = blank ? [] : (data?.found ?? []).map((group) => resultGroup(group, words, company.timeZone));
  const groups: SearchResultGroup[] = [
    { key: 'recent', title: m.palette_recent(), results: blank ? recentResults(recent, commands) : [] },
    { key: 'waiting', title: m.outbox_title(), results: blank ? [] : waiting },
    ...found,
    { key: 'pages', title: m.palette_pages(), results: of('pages') },
    { key: 'acts', title: m.palette_acts(), results: of('acts') },
  ];
  return {
    text,
    setText,
    words,
    groups: groups.filter(({ results }) => results.length > 0),
    /** Results for the current term are still loading. */
    pending: !blank && isStale,
    error: blank || isStale ? null : error,
    retry: () => void refetch(),
  };
}
