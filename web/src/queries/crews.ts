/**
 * The custom crews of the company, for the screens that show or select them.
 *
 * Reading: `useCrews()`. Changing: `useCrewChanges()`; every change is optimistic. A new crew or member has a
 * temporary id until the server has stored it. A change that fails rejects with an `ApiFailure` whose `message` is
 * ready for `popup.oops`. Jobs include the names of their crew and its lead, so they are refetched when either is
 * deleted.
 */
import type { Crew, CrewForm, CrewMember, CrewMemberForm } from '@bindings';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '@/api/client';
import { jobKeys } from './jobs/jobsCache';
import { blankToNull, changedFields } from './mutations/changedFields';
import { patched, withOne, without } from './mutations/lists';
import { type Step, useDataChange, useReplay } from './mutations/optimisticData';
import { optimisticId } from './mutations/optimisticIds';
import { explainFailure } from './mutations/request';

const key = ['crews'] as const;
const path = '/api/custom_crews';

export function useCrews(wanted = true) {
  return useQuery({
    queryKey: key,
    enabled: wanted,
    queryFn: async () => {
      try {
        return (await call<{ crews: Crew[] }>('GET', `${path}/all`)).crews;
      } catch (failure) {
        throw explainFailure(failure, 'crewsFetchFailed');
      }
    },
    select: useReplay<Crew[]>(key),
  });
}

const membersOf =
  (crewId: string, step: Step<CrewMember[]>): Step<Crew[]> =>
  (crews) =>
    patched(crews, crewId, ({ crewMembers }) => ({ crewMembers: step(crewMembers) }));

const affected = [{ queryKey: jobKeys.root }];

const asStored = ({ name, email, phone }: Partial<CrewMemberForm>): Partial<CrewMember> => ({
  ...(name === undefined ? {} : { name: name.trim() }),
  ...(email === undefined ? {} : { email: blankToNull(email) }),
  ...(phone === undefined ? {} : { phone: blankToNull(phone) }),
});

export function useCrewChanges() {
  const change = useDataChange<Crew[]>(key);
  return useMemo(
    () => ({
      create: async (form: CrewForm): Promise<Crew> => {
        const shown = { id: optimisticId(), name: form.name.trim(), crewMembers: [] };
        const { crew } = await change<{ crew: Crew }>({
          shown: (crews) => [...crews, shown],
          request: { path: `${path}/create`, body: form, failureNotice: 'crewCreateFailed' },
          stored: (answer) => (crews) => withOne(crews, answer.crew),
          affected,
        });
        return crew;
      },

      remove: async ({ id }: Crew): Promise<void> => {
        await change({
          lane: id,
          shown: (crews) => without(crews, id),
          request: { method: 'DELETE', path: `${path}/${id}`, failureNotice: 'crewDeleteFailed' },
          affected,
        });
      },

      createMember: async ({ id: crewId }: Crew, form: CrewMemberForm): Promise<void> => {
        const shown = { id: optimisticId(), crewId, ...asStored(form) } as CrewMember;
        await change<{ crewMember: CrewMember }>({
          shown: membersOf(crewId, (all) => [...all, shown]),
          request: {
            path: `${path}/create_crew_member`,
            body: { ...form, crewId },
            failureNotice: 'crewMemberCreateFailed',
          },
          stored: ({ crewMember }) => membersOf(crewId, (all) => withOne(all, crewMember)),
          affected,
        });
      },

      /** Sends only the fields that differ from `was`; others may have changed the rest meanwhile. */
      updateMember: async (
        { id, crewId }: CrewMember,
        form: CrewMemberForm,
        was: CrewMemberForm,
      ): Promise<void> => {
        await change({
          lane: id,
          shown: membersOf(crewId, (all) => patched(all, id, asStored(changedFields(form, was)))),
          request: {
            method: 'PUT',
            path: `${path}/update_crew_member`,
            body: { ...form, id, crewId, was },
            failureNotice: 'crewMemberUpdateFailed',
          },
          affected,
        });
      },

      removeMember: async ({ id: crewId }: Crew, { id }: CrewMember): Promise<void> => {
        await change({
          lane: id,
          shown: membersOf(crewId, (all) => without(all, id)),
          request: {
            method: 'DELETE',
            path: `${path}/crew_members/${id}`,
            failureNotice: 'crewMemberCreateFailed',
          },
          affected,
        });
      },
    }),
    [change],
  );
}
