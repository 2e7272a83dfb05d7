/** Moves of appointments. @alone: it installs a fake IndexedDB, which other tests run without. */
import 'fake-indexeddb/auto';

import { locks } from 'node:worker_threads';
import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reportReachable } from '@/api/connectivity';
import { newQueryClient } from '@/api/queryClient';
import { storeToken } from '@/api/token';
import { profileQuery } from '@/queries/accounts/session';
import { appointmentKeys } from '@/queries/calendar/appointmentsCache';
import { appointmentAfterQueue } from '@/queries/calendar/queuedAppointments';
import { anAppointment } from '@/testing/anAppointment';
import { fakeOutboxServer } from '@/testing/outboxServer';
import { aUser, signedIn } from '@/testing/render';
import { outbox, queued } from './outbox';
import * as settled from './outboxResults';
import { discard, flush, overwrite, startOutbox } from './outboxSender';
import { storedEntries } from './outboxStorage';
import { sendOrQueue } from './sendOrQueue';

const meeting = anAppointment(1);
const at = (hour: number) => ({
  start: `2026-06-17T${hour}:00:00Z`,
  end: `2026-06-17T${hour}:30:00Z`,
});

let queries: QueryClient;
let end: () => void;
let server: ReturnType<typeof fakeOutboxServer>;

/** As the calendar does. */
const move = (hour: number) =>
  sendOrQueue(
    queries,
    { kind: 'moveAppointment', appointment: appointmentAfterQueue(queries, meeting), ...at(hour) },
    'appointmentUpdateFailedRetry',
  );

const movedByOffice = (times: object) => {
  server.answers['/api/appointments/company'] = { appointments: [{ ...meeting, ...times }] };
};

function open(): void {
  queries = newQueryClient();
  queries.setQueryData(profileQuery.queryKey, signedIn());
  queries.setQueryData(appointmentKeys.all, [meeting]);
  storeToken('a token');
  end = startOutbox(queries, aUser.id, settled);
}

const back = async () => {
  server.network = 'there';
  reportReachable(true);
  await flush();
};

beforeEach(() => {
  indexedDB.deleteDatabase('ridgeline.outbox');
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  server = fakeOutboxServer();
  movedByOffice({});
  open();
});
afterEach(async () => {
  end();
  await flush();
});

test('an appointment moved without a network is moved once, also after a reload', async () => {
  server.network = 'gone';
  expect(await move(16)).toBe(queued);
  await flush();
  end();
  open();
  await back();
  expect(server.stored).toMatchObject([{ path: `/api/appointments/schedule/${meeting.id}`, body: at(16) }]);
  expect(queries.getQueryData(appointmentKeys.all)).toMatchObject([at(16)]);
  expect(await storedEntries(aUser.id)).toEqual([]);
});

test('of several moves without a network only the last is sent', async () => {
  server.network = 'gone';
  reportReachable(false);
  for (const hour of [15, 16, 17]) {
    await move(hour);
    await flush();
  }
  expect(outbox.read()).toMatchObject([{ ...at(17), appointment: meeting }]);
  expect(await storedEntries(aUser.id)).toHaveLength(1);
  await back();
  expect(server.stored).toMatchObject([{ body: at(17) }]);
  expect(server.stored).toHaveLength(1);
});

test('a move that may have arrived is not replaced: the later one follows it', async () => {
  server.network = 'loses the answer';
  expect(await move(15)).toBe(queued);
  server.network = 'gone';
  await flush();
  movedByOffice(at(15));
  await move(16);
  expect(outbox.read()).toHaveLength(2);
  await back();
  expect(server.stored.map(({ body }) => body)).toMatchObject([at(15), at(16)]);
  expect(outbox.read()).toEqual([]);
});

test('the times of a move that a killed browser has sent are no conflict for the move after it', async () => {
  server.network = 'gone';
  reportReachable(false);
  await move(15);
  await flush();
  await move(16);
  movedByOffice(at(15));
  await back();
  expect(server.stored).toMatchObject([{ body: at(16) }]);
  expect(outbox.read()).toEqual([]);
});

test('an appointment that the office moved meanwhile is only moved after the user confirms', async () => {
  server.network = 'gone';
  await move(16);
  movedByOffice(at(20));
  await back();
  expect(server.stored).toEqual([]);
  const [conflict] = outbox.read();
  expect(conflict).toMatchObject({ state: 'changed', appointment: meeting, ...at(16) });
  expect(conflict?.reason).toMatch(/^This appointment has moved/);
  if (conflict?.kind !== 'moveAppointment') throw new Error('the move is gone');
  expect(appointmentAfterQueue(queries, meeting)).toMatchObject({ start: meeting.start });

  await overwrite({ ...conflict, appointment: { ...meeting, ...at(20) } });
  expect(server.stored).toMatchObject([{ body: at(16) }]);
  expect(outbox.read()).toEqual([]);
});

test('an appointment that was deleted meanwhile keeps the move with the reason', async () => {
  server.network = 'gone';
  await move(16);
  server.answers['/api/appointments/company'] = { appointments: [] };
  await back();
  expect(server.stored).toEqual([]);
  expect(outbox.read()).toMatchObject([{ state: 'refused', reason: expect.stringMatching(/./) }]);
});

test('a move whose answer was lost is not made again once it is there', async () => {
  server.network = 'loses the answer';
  await move(16);
  movedByOffice(at(16));
  await back();
  expect(new Set(server.calls.map(({ key }) => key)).size).toBe(1);
  expect(outbox.read()).toEqual([]);
});

test('a discarded move is not made, and the appointment shows where it was', async () => {
  server.network = 'gone';
  await move(16);
  expect(appointmentAfterQueue(queries, meeting)).toMatchObject(at(16));
  await discard(outbox.read());
  await back();
  expect(server.stored).toEqual([]);
  expect(appointmentAfterQueue(queries, meeting)).toMatchObject({ start: meeting.start });
});

test('an appointment that was moved and completed without a network is completed at its new time', async () => {
  server.network = 'gone';
  await move(16);
  const appointment = appointmentAfterQueue(queries, meeting);
  await sendOrQueue(queries, { kind: 'completeAppointment', appointment, followUpNote: '' }, 'notSaved');
  await back();
  expect(server.stored.map(({ body }) => body)).toMatchObject([at(16), { was: at(16) }]);
});
