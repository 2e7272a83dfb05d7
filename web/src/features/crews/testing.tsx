/** Crews for tests, and the overlay that shows them. */
import type { Crew } from '@bindings';
import { jobId } from '@/testing/aJob';
import { serverSays, showIn, signedIn } from '@/testing/show';

import { CrewsOverlay } from './CrewsOverlay';

export const memo = {
  id: jobId(81),
  name: 'Memo Salas',
  email: 'memo@example.com',
  phone: '720-555-0131',
  crewId: jobId(80),
};
export const chuy = { id: jobId(82), name: 'Chuy Barrera', email: null, phone: null, crewId: jobId(80) };
export const crewB: Crew = { id: jobId(80), name: 'Crew B (tear-off)', crewMembers: [memo, chuy] };
export const storm: Crew = { id: jobId(83), name: 'Storm response', crewMembers: [] };

export const list = 'GET /api/custom_crews/all';
export const all = { [list]: { crews: [crewB, storm] } };
export const path = '/app/jobs/custom_crews';

/** The crews over the jobs, answered as given and else with a crew of two and one of nobody. */
export function open({ profile = signedIn(), at = path, answers = {} } = {}) {
  const fetch = serverSays({ ...all, ...answers });
  return { fetch, ...showIn(() => <CrewsOverlay />, { profile, at, path }) };
}

export const openB = (answers = {}) => open({ at: `${path}?crew=${crewB.id}`, answers });
