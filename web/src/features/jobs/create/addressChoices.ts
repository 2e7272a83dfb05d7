import type { AddressParts, Customer } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { knownJobs } from '@/queries/jobs/jobsCache';
import { addressLine } from '@/ui/navigation/directions';
import { TextIndex } from '@/wasm/rules';

type Place = { [name in keyof AddressParts]: string | null };

/** Each address once, as it is offered, and its parts. Without a street it is no address to offer. */
function collect(places: readonly Place[]): Map<string, AddressParts> {
  const found = new Map<string, AddressParts>();
  for (const { address, city, state, zip } of places) {
    if (!address?.trim() || !city?.trim()) continue;
    found.set(addressLine({ address, city, state, zip }), {
      address,
      city,
      state: state ?? '',
      zip: zip ?? '',
    });
  }
  return found;
}

/** The addresses of the jobs that were shown before, newest first, and of the customers. Read once they are wanted. */
export function useAddressChoices(
  queries: QueryClient,
  customers: readonly Customer[] | undefined,
  wanted: boolean,
) {
  return useMemo(() => {
    const jobs = wanted ? knownJobs(queries).toReversed() : [];
    const parts = collect([...jobs, ...(customers ?? [])]);
    const lines = [...parts.keys()];
    const index = lines.length === 0 ? null : new TextIndex(lines);
    return {
      /** The first addresses in which all typed words occur. */
      find: (typed: string, most: number): string[] =>
        Array.from(index?.search(typed).slice(0, most) ?? [], (at) => lines[at] ?? ''),
      /** The parts of an offered address. */
      partsOf: (line: string): AddressParts | undefined => parts.get(line),
    };
  }, [queries, customers, wanted]);
}
