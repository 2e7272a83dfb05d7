/** Crews for tests, and the overlay that shows them. */
import type { Crew } from '@bindings';
import { jobId } from '@/testing/aJob';
import { mockServer, renderIn, signedIn } from '@/testing/render';

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

/** Renders the crews overlay, with the given responses or with a crew of two and an empty one. */
export function open({ profile = signedIn(), at = path, answers = {} } = {}) {
  const fetch = mockServer({ ...all, ...answers });
  return { fetch, ...renderIn(() => <CrewsOverlay />, { profile, at, path }) };
}

export const openB = (answers = {}) => open({ at: `${path}?crew=${crewB.id}`, answers });
