import type { Job } from '@bindings';
import { crewDisplay } from '@/wasm/rules';

/** Cached by job object: a change creates a new one. */
const crews = new WeakMap<Job, ReturnType<typeof crewDisplay>>();

/** Who does a job. Lists show it again and again, and each call of the rule reads the whole job. */
export function crewOf(job: Job): ReturnType<typeof crewDisplay> {
  const known = crews.get(job) ?? crewDisplay(job);
  crews.set(job, known);
  return known;
}
