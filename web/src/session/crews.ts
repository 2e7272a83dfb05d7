/**
 * The custom crews of the signed-in company, for the screens that show them or choose among them.
 *
 * Reading: `useCrews()`. Changing: `useCrewChanges()`; what is changed or deleted shows at once and comes back when it
 * fails, what is new shows when the server has named it. A change that fails rejects with an `ApiFailure` whose
 * `message` is ready for `popup.oops`. Jobs name their crew and its lead, so they are fetched again where either goes.
 */
import type { Crew, CrewForm, CrewMember, CrewMemberForm, Notice } from '@bindings';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, type Method } from '@/api/client';

import { inWords } from './jobChange';
import { jobKeys } from './jobsCache';

const key = ['crews'] as const;

export function useCrews() {
  return useQuery({
    queryKey: key,
    queryFn: async () => {
      try {
        return (await call<{ crews: Crew[] }>('GET', '/api/custom_crews/all')).crews;
      } catch (failure) {
        throw inWords(failure, 'crewsFetchFailed');
      }
    },
  });
}

interface Sent {
  method: Method;
  path: string;
  body?: object;
  broken: Notice;
}

async function send<T>({ method, path, body, broken }: Sent): Promise<T> {
  try {
    return await call<T>(method, `/api/custom_crews/${path}`, body);
  } catch (failure) {
    throw inWords(failure, broken);
  }
}

type Step = (crews: Crew[]) => Crew[];

const members =
  (crewId: string, change: (members: CrewMember[]) => CrewMember[]): Step =>
  (crews) =>
    crews.map((crew) => (crew.id === crewId ? { ...crew, crewMembers: change(crew.crewMembers) } : crew));

/** Puts something back where it stood, unless a fetch has brought it back already. */
const putBack = <T extends { id: string }>(all: T[], at: number, one: T): T[] =>
  all.some(({ id }) => id === one.id) ? all : all.toSpliced(at, 0, one);

/** A list that is on its way was asked for before the change and would take it back. */
async function show(queries: QueryClient, step: Step): Promise<void> {
  await queries.cancelQueries({ queryKey: key });
  queries.setQueryData<Crew[]>(key, (crews) => crews && step(crews));
}

/** Shows a change at once, and takes back its own part alone when it fails. */
async function atOnce<T>(queries: QueryClient, forth: Step, back: Step, sent: Sent): Promise<T> {
  await show(queries, forth);
  try {
    return await send<T>(sent);
  } catch (failure) {
    await show(queries, back);
    throw failure;
  } finally {
    void queries.invalidateQueries({ queryKey: key });
    void queries.invalidateQueries({ queryKey: jobKeys.root });
  }
}

/** As a new answer of the server would say it: blanks are nothing. */
const asStored = ({ name, email, phone }: CrewMemberForm) => ({
  name: name.trim(),
  email: email.trim() || null,
  phone: phone.trim() || null,
});

export function useCrewChanges() {
  const queries = useQueryClient();
  return useMemo(
    () => ({
      create: async (form: CrewForm): Promise<Crew> => {
        const sent = { method: 'POST', path: 'create', body: form, broken: 'crewCreateFailed' } as const;
        const { crew } = await send<{ crew: Crew }>(sent);
        await show(queries, (crews) => [...crews, crew]);
        void queries.invalidateQueries({ queryKey: key });
        return crew;
      },

      remove: async (crew: Crew): Promise<void> => {
        const at = queries.getQueryData<Crew[]>(key)?.findIndex(({ id }) => id === crew.id) ?? 0;
        await atOnce(
          queries,
          (crews) => crews.filter(({ id }) => id !== crew.id),
          (crews) => putBack(crews, at, crew),
          { method: 'DELETE', path: crew.id, broken: 'crewDeleteFailed' },
        );
      },

      createMember: async (crew: Crew, form: CrewMemberForm): Promise<void> => {
        const { crewMember } = await send<{ crewMember: CrewMember }>({
          method: 'POST',
          path: 'create_crew_member',
          body: { ...form, crewId: crew.id },
          broken: 'crewMemberCreateFailed',
        });
        await show(
          queries,
          members(crew.id, (all) => [...all, crewMember]),
        );
        void queries.invalidateQueries({ queryKey: key });
      },

      updateMember: async (member: CrewMember, form: CrewMemberForm): Promise<void> => {
        const swap = (to: CrewMember) =>
          members(member.crewId, (all) => all.map((each) => (each.id === member.id ? to : each)));
        const body = { ...form, id: member.id, crewId: member.crewId };
        await atOnce(queries, swap({ ...member, ...asStored(form) }), swap(member), {
          method: 'PUT',
          path: 'update_crew_member',
          body,
          broken: 'crewMemberUpdateFailed',
        });
      },

      removeMember: async (crew: Crew, member: CrewMember): Promise<void> => {
        const at = crew.crewMembers.indexOf(member);
        await atOnce(
          queries,
          members(crew.id, (all) => all.filter(({ id }) => id !== member.id)),
          members(crew.id, (all) => putBack(all, at, member)),
          { method: 'DELETE', path: `crew_members/${member.id}`, broken: 'crewMemberCreateFailed' },
        );
      },
    }),
    [queries],
  );
}
