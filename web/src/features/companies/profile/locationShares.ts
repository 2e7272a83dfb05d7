import type { Job } from '@bindings';
import { JobIndex } from '@/wasm/rules';

export interface LocationShare {
  /** As it was first typed; null for all cities beyond the largest ones. */
  name: string | null;
  count: number;
  /** The share of all jobs with a location, 0 to 1. */
  share: number;
  /** The number of cities it includes. */
  places: number;
}

/** The number of cities that get their own slice. */
const largest = 7;

/** Groups jobs by city, as the location filter does: the seven largest, and the others together. */
export function locationShares(jobs: readonly Job[]): LocationShare[] {
  const index = new JobIndex(jobs);
  const groups = index.locations().map((city) => {
    const positions = index.search('', 'all', city, null, null);
    return { name: jobs[positions[0] ?? 0]?.city.trim() ?? city, count: positions.length };
  });
  index.free();
  groups.sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const shares: LocationShare[] = groups
    .slice(0, largest)
    .map(({ name, count }) => ({ name, count, share: count / total, places: 1 }));
  const rest = groups.slice(largest);
  if (rest.length > 0) {
    const count = rest.reduce((sum, group) => sum + group.count, 0);
    shares.push({ name: null, count, share: count / total, places: rest.length });
  }
  return shares;
}
