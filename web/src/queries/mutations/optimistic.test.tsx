import { onlineManager } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { queued } from '@/queries/offline/outbox';
import { patched, withOne, without } from './lists';
import { isChanging, writeData, writeWithoutRefetch } from './optimistic';
import { isDataChanging } from './optimisticData';
import {
  anAnswer,
  ask,
  change,
  charcoal,
  drawn,
  key,
  type Product,
  pass,
  queries,
  rename,
  server,
  shown,
  showProducts,
  starter,
} from './testing';

beforeEach(showProducts);

test('a failed change is reverted, and one made meanwhile stays', async () => {
  const first = rename(charcoal, 'Slate');
  const second = rename(starter, 'Starter strip');
  await pass();
  expect(shown()).toBe('Slate, Starter strip');
  first.refuse();
  await pass();
  expect(shown()).toBe('Charcoal, Starter strip');
  expect(first.end).toHaveBeenCalledWith(new Error('refused'));
  second.works();
  await pass();
  expect(shown()).toBe('Charcoal, Starter strip');
  expect(second.end).toHaveBeenCalledWith();
});

test('two pending changes refetch once, when the last has its response', async () => {
  const first = rename(charcoal, 'Slate');
  const second = rename(starter, 'Starter strip');
  await pass();
  first.works();
  await pass();
  expect(ask).not.toHaveBeenCalled();
  second.works();
  await pass();
  expect(ask).toHaveBeenCalledTimes(1);
});

test('two changes that succeed at the same moment refetch exactly once', async () => {
  const first = rename(charcoal, 'Slate');
  const second = rename(starter, 'Starter strip');
  await pass();
  first.works();
  second.works();
  await pass();
  expect(ask).toHaveBeenCalledTimes(1);
  expect(shown()).toBe('Slate, Starter strip');
});

test('a refused change is followed by a refetch', async () => {
  const { refuse } = rename(charcoal, 'Slate');
  server.products = [charcoal, { ...starter, name: 'Renamed by somebody else' }];
  refuse();
  await pass();
  expect(shown()).toBe('Charcoal, Renamed by somebody else');
});

test('changes of another user show, and do not undo a pending change', async () => {
  const { works } = rename(charcoal, 'Slate');
  await pass();
  server.products = [charcoal, { ...starter, name: 'Renamed by somebody else' }];
  await act(() => queries.refetchQueries({ queryKey: key }));
  await pass();
  expect(shown()).toBe('Slate, Renamed by somebody else');
  works();
  await pass();
  expect(drawn).toEqual(['Slate, Starter', 'Slate, Renamed by somebody else']);
});

test('a list that was requested before a change does not undo it when it arrives later', async () => {
  const late = anAnswer<Product[]>();
  ask.mockImplementationOnce(() => late.comes);
  void queries.refetchQueries({ queryKey: key });
  const { works } = rename(charcoal, 'Slate');
  // While it is pending, nothing is refetched.
  rename(starter, 'Starter strip');
  await pass();
  works();
  await pass();
  late.give([charcoal, starter]);
  await pass();
  expect(drawn).toEqual(['Slate, Starter strip']);
});

test('a first fetch completes even if a change is stored meanwhile', async () => {
  const first = anAnswer<Product[]>();
  const fetching = queries.fetchQuery({ queryKey: ['vendors'], queryFn: () => first.comes });
  writeData<Product[]>(queries, ['vendors'], (all) => without(all, charcoal.id));
  first.give([starter]);
  expect(await fetching).toEqual([starter]);
});

test('where no refetch follows, a running fetch is sent again and undoes nothing', async () => {
  const late = anAnswer<Product[]>();
  ask.mockImplementationOnce(() => late.comes);
  void queries.refetchQueries({ queryKey: key });
  await pass();
  server.products = [starter];
  writeWithoutRefetch<Product[]>(queries, key, (all) => without(all, charcoal.id));
  late.give([charcoal, starter]);
  await pass();
  expect(ask).toHaveBeenCalledTimes(2);
  expect(drawn).toEqual(['Starter']);
});

test('of two changes of one item the later shows, is sent after the earlier, and wins', async () => {
  const first = rename(charcoal, 'Slate');
  const second = rename(charcoal, 'Weathered wood');
  await pass();
  expect(shown()).toBe('Weathered wood, Starter');
  expect(second.request).not.toHaveBeenCalled();
  first.works();
  await pass();
  expect(second.request).toHaveBeenCalled();
  second.works();
  await pass();
  expect(drawn).toEqual(['Weathered wood, Starter']);
  expect(server.products[0]?.name).toBe('Weathered wood');
});

test('a change is sent although the one before it was refused', async () => {
  const first = rename(charcoal, 'Slate');
  const second = rename(charcoal, 'Weathered wood');
  first.refuse();
  await pass();
  second.works();
  await pass();
  expect(second.end).toHaveBeenCalledWith();
  expect(drawn).toEqual(['Weathered wood, Starter']);
});

test('without a network a change fails at once, and is not sent later', async () => {
  onlineManager.setOnline(false);
  const { request, refuse, end } = rename(charcoal, 'Slate');
  await pass();
  expect(request).toHaveBeenCalledTimes(1);
  refuse();
  await pass();
  onlineManager.setOnline(true);
  await pass();
  expect(end).toHaveBeenCalledWith(new Error('refused'));
  expect(request).toHaveBeenCalledTimes(1);
  expect(shown()).toBe('Charcoal, Starter');
});

test('an item that could not be deleted reappears at its position', async () => {
  const answer = anAnswer<unknown>();
  const end = change({ shown: (all) => without(all, charcoal.id), request: () => answer.comes });
  const message = end.catch((failure: Error) => failure.message);
  await pass();
  expect(shown()).toBe('Starter');
  answer.refuse(new Error('refused'));
  await pass();
  expect(await message).toBe('refused');
  expect(shown()).toBe('Charcoal, Starter');
});

test('a new item shows at once, and never twice when its response arrives', async () => {
  const answer = anAnswer<Product>();
  const temporary = { id: 'on-its-way', name: 'Ridge cap' };
  void change({
    shown: (all) => [...all, temporary],
    request: () => answer.comes,
    stored: (one) => (all) => withOne(all, one),
  });
  await pass();
  server.products = [...server.products, { id: '3', name: 'Ridge cap' }];
  answer.give({ id: '3', name: 'Ridge cap' });
  await pass();
  expect(drawn).toEqual(['Charcoal, Starter, Ridge cap']);
});

test('the response replaces the optimistic value before the refetch', async () => {
  const answer = anAnswer<Product>();
  ask.mockImplementation(() => new Promise(() => undefined));
  void change({
    shown: (all) => patched(all, charcoal.id, { name: '  slate ' }),
    request: () => answer.comes,
    stored:
      ({ id, name }) =>
      (all) =>
        patched(all, id, { name }),
  });
  await pass();
  answer.give({ id: charcoal.id, name: 'Slate' });
  await pass();
  expect(shown()).toBe('Slate, Starter');
});

test('a queued change does not count as stored', async () => {
  ask.mockImplementation(() => new Promise(() => undefined));
  const later = change({
    shown: (all) => without(all, charcoal.id),
    request: async () => queued,
    stored: () => () => [],
  });
  await pass();
  expect(await later).toBe(queued);
  expect(queries.getQueryData(key)).toEqual([charcoal, starter]);
});

test('other queries that include the changed item are refetched, also after a refusal', async () => {
  const jobs = vi.fn(async () => []);
  await queries.prefetchQuery({ queryKey: ['jobs'], queryFn: jobs });
  const answer = anAnswer<unknown>();
  const end = change({ request: () => answer.comes, affected: [{ queryKey: ['jobs'] }] });
  const message = end.catch((failure: Error) => failure.message);
  expect(queries.getQueryState(['jobs'])?.isInvalidated).toBe(false);
  answer.refuse(new Error('refused'));
  await pass();
  expect(await message).toBe('refused');
  expect(queries.getQueryState(['jobs'])?.isInvalidated).toBe(true);
});

test('an event about another item is not ignored while a change is pending', async () => {
  const { works } = rename(charcoal, 'Slate');
  expect(isDataChanging(queries, key)).toBe(true);
  expect(isDataChanging(queries, ['vendors'])).toBe(false);
  expect(isChanging(queries, [...key, 'change'], () => false)).toBe(false);
  works();
  await pass();
  expect(isDataChanging(queries, key)).toBe(false);
});
