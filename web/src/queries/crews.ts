/**
 * The custom crews of the company, for the screens that show them or choose among them.
 *
 * Reading: `useCrews()`. Changing: `useCrewChanges()`; every change is optimistic. A new crew or member has a
 * temporary id until the server has stored it. A change that fails rejects with an `ApiFailure` whose `message` is
 * ready for `popup.oops`. Jobs include the names of their crew and its lead, so they are refetched where either is
 * deleted.
 */
import type { Crew, CrewForm, CrewMember, CrewMemberForm, Notice } from '@bindings';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, type Method } from '@/api/client';
import { jobKeys } from './jobs/jobsCache';
import { blankToNull, changedFields } from './mutations/changedFields';
import { explainFailure } from './mutations/request';

const key = ['crews'] as const;

export function useCrews() {
  return useQuery({
    queryKey: key,
    queryFn: async () => {
      try {
        return (await call<{ crews: Crew[] }>('GET', '/api/custom_crews/all')).crews;
      } catch (failure) {
        throw explainFailure(failure, 'crewsFetchFailed');
      }
    },
  });
}

interface Sent {
  method: Method;
  path: string;
  body?: object;
  failureNotice: Notice;
}

async function send<T>({ method, path, body, failureNotice }: Sent): Promise<T> {
  try {
    return await call<T>(method, `/api/custom_crews/${path}`, body);
  } catch (failure) {
    throw explainFailure(failure, failureNotice);
  }
}

type Step = (crews: Crew[]) => Crew[];

let newOnes = 0;

/** For what the server has not named yet: none of its ids looks like it. */
function ownId(): string {
  newOnes += 1;
  return `new ${newOnes}`;
}

/** Replaces the optimistic entry by the stored one, unless a refetch has done so already. */
const named = <T extends { id: string }>(all: T[], id: string, answer: T): T[] =>
  all.filter((each) => each.id !== answer.id).map((each) => (each.id === id ? answer : each));

const members =
  (crewId: string, change: (members: CrewMember[]) => CrewMember[]): Step =>
  (crews) =>
    crews.map((crew) => (crew.id === crewId ? { ...crew, crewMembers: change(crew.crewMembers) } : crew));

/** Puts an entry back where it was, unless a refetch has brought it back already. */
const putBack = <T extends { id: string }>(all: T[], at: number, one: T): T[] =>
  all.some(({ id }) => id === one.id) ? all : all.toSpliced(at, 0, one);

/** Cancels running requests for the list: they were sent before the change and would undo it. */
async function show(queries: QueryClient, step: Step): Promise<void> {
  await queries.cancelQueries({ queryKey: key });
  queries.setQueryData<Crew[]>(key, (crews) => crews && step(crews));
}

/** Shows a change at once, and takes back its own part alone when it fails. `taken` puts the answer in its place. */
async function atOnce<T>(
  queries: QueryClient,
  forth: Step,
  back: Step,
  sent: Sent,
  taken?: (answer: T) => Step,
): Promise<T> {
  await show(queries, forth);
  try {
    const answer = await send<T>(sent);
    if (taken !== undefined) await show(queries, taken(answer));
    return answer;
  } catch (failure) {
    await show(queries, back);
    throw failure;
  } finally {
    void queries.invalidateQueries({ queryKey: key });
    void queries.invalidateQueries({ queryKey: jobKeys.root });
  }
}

const asStored = ({ name, email, phone }: Partial<CrewMemberForm>): Partial<CrewMember> => ({
  ...(name === undefined ? {} : { name: name.trim() }),
  ...(email === undefined ? {} : { email: blankToNull(email) }),
  ...(phone === undefined ? {} : { phone: blankToNull(phone) }),
});

export function useCrewChanges() {
  const queries = useQueryClient();
  return useMemo(
    () => ({
      create: async (form: CrewForm): Promise<Crew> => {
        const id = ownId();
        const { crew } = await atOnce<{ crew: Crew }>(
          queries,
          (crews) => [...crews, { id, name: form.name.trim(), crewMembers: [] }],
          (crews) => crews.filter((each) => each.id !== id),
          { method: 'POST', path: 'create', body: form, failureNotice: 'crewCreateFailed' },
          (answer) => (crews) => named(crews, id, answer.crew),
        );
        return crew;
      },

      remove: async (crew: Crew): Promise<void> => {
        const at = queries.getQueryData<Crew[]>(key)?.findIndex(({ id }) => id === crew.id) ?? 0;
        await atOnce(
          queries,
          (crews) => crews.filter(({ id }) => id !== crew.id),
          (crews) => putBack(crews, at, crew),
          { method: 'DELETE', path: crew.id, failureNotice: 'crewDeleteFailed' },
        );
      },

      createMember: async (crew: Crew, form: CrewMemberForm): Promise<void> => {
        const id = ownId();
        const fresh = { id, crewId: crew.id, ...asStored(form) } as CrewMember;
        await atOnce<{ crewMember: CrewMember }>(
          queries,
          members(crew.id, (all) => [...all, fresh]),
          members(crew.id, (all) => all.filter((each) => each.id !== id)),
          {
            method: 'POST',
            path: 'create_crew_member',
            body: { ...form, crewId: crew.id },
            failureNotice: 'crewMemberCreateFailed',
          },
          ({ crewMember }) => members(crew.id, (all) => named(all, id, crewMember)),
        );
      },

      /** What differs from what `was` there; the rest may be another by now. */
      updateMember: async (member: CrewMember, form: CrewMemberForm, was: CrewMemberForm): Promise<void> => {
        const swap = (to: Partial<CrewMember>) =>
          members(member.crewId, (all) =>
            all.map((each) => (each.id === member.id ? { ...each, ...to } : each)),
          );
        const body = { ...form, id: member.id, crewId: member.crewId, was };
        const changed = changedFields(form, was);
        const before = changedFields({ ...form, ...was }, form);
        await atOnce(queries, swap(asStored(changed)), swap(asStored(before)), {
          method: 'PUT',
          path: 'update_crew_member',
          body,
          failureNotice: 'crewMemberUpdateFailed',
        });
      },

      removeMember: async (crew: Crew, member: CrewMember): Promise<void> => {
        const at = crew.crewMembers.indexOf(member);
        await atOnce(
          queries,
          members(crew.id, (all) => all.filter(({ id }) => id !== member.id)),
          members(crew.id, (all) => putBack(all, at, member)),
          { method: 'DELETE', path: `crew_members/${member.id}`, failureNotice: 'crewMemberCreateFailed' },
        );
      },
    }),
    [queries],
  );
}
