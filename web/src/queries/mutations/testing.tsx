/** A price list with a fake server, for the tests of optimistic changes. */
import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { vi } from 'vitest';
import { newQueryClient } from '@/api/queryClient';
import { patched } from './lists';
import { type DataChange, useDataChange, useReplay } from './optimisticData';

export interface Product {
  id: string;
  name: string;
}

export const key = ['products'];
export const charcoal = { id: '1', name: 'Charcoal' };
export const starter = { id: '2', name: 'Starter' };

/** A response that the test resolves. */
export function anAnswer<T>() {
  let give: (answer: T) => void = () => undefined;
  let refuse: (failure: Error) => void = () => undefined;
  const comes = new Promise<T>((yes, no) => {
    give = yes;
    refuse = no;
  });
  return { comes, give, refuse };
}

/** The data of the server. */
export const server: { products: Product[] } = { products: [] };
/** Fetches the list. */
export const ask = vi.fn<() => Promise<Product[]>>();
/** Everything that was rendered, in order. */
export const drawn: string[] = [];
export let queries: QueryClient;
export let change: <T>(one: DataChange<Product[], T>) => Promise<T>;

function Products() {
  const offered = useDataChange<Product[]>(key);
  useEffect(() => {
    change = offered;
  }, [offered]);
  const { data } = useQuery({ queryKey: key, queryFn: ask, select: useReplay<Product[]>(key) });
  const text = data?.map(({ name }) => name).join(', ') ?? 'nothing yet';
  useEffect(() => void drawn.push(text), [text]);
  return <p data-testid="shown">{text}</p>;
}

export const shown = () => screen.getByTestId('shown').textContent;
export const pass = () => act(() => vi.advanceTimersByTimeAsync(20));

/** Renders the list of the server. */
export async function showProducts(): Promise<void> {
  vi.useFakeTimers();
  queries = newQueryClient();
  server.products = [charcoal, starter];
  ask.mockReset().mockImplementation(async () => server.products);
  render(
    <QueryClientProvider client={queries}>
      <Products />
    </QueryClientProvider>,
  );
  await pass();
  drawn.length = 0;
  ask.mockClear();
}

/** Renames a product; the test resolves the request. */
export function rename({ id }: Product, name: string) {
  const answer = anAnswer<void>();
  const request = vi.fn(async () => {
    await answer.comes;
    server.products = patched(server.products, id, { name });
  });
  const end = vi.fn<(failure?: Error) => void>();
  change({ lane: id, shown: (all) => patched(all, id, { name }), request }).then(
    () => end(),
    (failure: Error) => end(failure),
  );
  return { request, end, works: () => answer.give(), refuse: () => answer.refuse(new Error('refused')) };
}
