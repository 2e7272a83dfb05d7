import type { Notification } from '@bindings';
import { act } from '@testing-library/react';
import { useEffect } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  type AppointmentChanges,
  useAppointmentChanges,
  useAppointments,
} from '@/queries/calendar/appointments';
import { useConnections } from '@/queries/connections';
import { useJobImages } from '@/queries/jobs/images';
import { useJobNotes, useNoteChanges } from '@/queries/jobs/notes';
import { useMarkShownAsSeen, useUnseen } from '@/queries/notifications/notifications';
import { useCapacity } from '@/queries/planning/capacity';
import { useWorkdays } from '@/queries/planning/workdays';
import { aConnection } from '@/testing/aConnection';
import { jobId } from '@/testing/aJob';
import { anAppointment, appointmentId } from '@/testing/anAppointment';
import { drawn, held, pass, show, shown } from '@/testing/liveHook';
import { signedIn } from '@/testing/render';

beforeEach(() => {
  vi.useFakeTimers();
  drawn.length = 0;
});

const note = (number: number, note: string) => anAppointment(number, { note });
let meetings: AppointmentChanges;
function Meetings(): string {
  const offered = useAppointmentChanges();
  useEffect(() => {
    meetings = offered;
  });
  return (useAppointments().appointments ?? []).map((each) => each.note).join(' ');
}

test('an appointment that another user creates, moves or deletes shows at once', async () => {
  const { emit, requests } = await show(Meetings, {
    'GET /api/appointments/company': { appointments: [note(1, 'one')] },
  });
  await emit('appointment', note(2, 'two'));
  await emit('appointment', note(2, 'three'));
  expect(shown()).toBe('one three');
  await emit('appointment_deleted', { id: appointmentId(1) });
  expect(shown()).toBe('three');
  await pass(2_000);
  expect(requests()).toEqual([]);
});

test('an appointment that is being deleted does not reappear by an event', async () => {
  const list = 'GET /api/appointments/company';
  const { emit, answers } = await show(Meetings, {
    [list]: { appointments: [note(1, 'one'), note(2, 'two')] },
  });
  const go = held({ id: appointmentId(1) });
  await act(async () => void meetings.remove(appointmentId(1)));
  await emit('appointment', note(1, 'changed'));
  expect(shown()).toBe('two');
  answers[list] = { appointments: [note(2, 'two')] };
  await go();
  await pass(100);
  await emit('appointment_deleted', { id: appointmentId(1) });
  expect(shown()).toBe('two');
});

function Companies(): string {
  return (useConnections().data ?? [])
    .map(({ companyDetails: { name }, accepted }) => `${name}${accepted ? '+' : ''}`)
    .join(' ');
}

test('a connection request, its answer and its end show at once in the other company', async () => {
  const path = `GET /api/connections/connections/${signedIn().company?.id}`;
  const asks = aConnection(1, 'Rios', { accepted: false });
  const { emit, answers } = await show(Companies, { [path]: { fullConnectionsDetails: [] } });
  await emit('connection', asks);
  expect(shown()).toBe('Rios');
  await emit('connection', { ...asks, accepted: true });
  expect(shown()).toBe('Rios+');
  await emit('connection_removed', { id: asks.id, companyId: asks.companyDetails.id });
  expect(shown()).toBe('');
  answers[path] = { fullConnectionsDetails: [aConnection(2, 'Alba', { accepted: true }), asks] };
  await emit('connections', {});
  await pass(1_000);
  expect(shown()).toBe('Alba+ Rios');
});

function Planning(): string {
  const { data: week } = useWorkdays();
  return `${useCapacity().data?.crews ?? ''} ${(week?.holidays ?? []).map(({ name }) => name).join(' ')}`;
}

test('a holiday and another number of crews show on a calendar that is open at a colleague', async () => {
  const week = { weekdays: [1, 2, 3, 4, 5], holidays: [] };
  const { emit, answers } = await show(Planning, {
    'GET /api/company/workdays': { workdays: week },
    'GET /api/company/capacity': { capacity: { crews: 1, sharing: 'none' } },
  });
  expect(shown()).toBe('1 ');
  const holidays = [{ day: '2026-11-26', name: 'Thanksgiving' }];
  answers['GET /api/company/workdays'] = { workdays: { ...week, holidays } };
  answers['GET /api/company/capacity'] = { capacity: { crews: 3, sharing: 'none' } };
  await emit('planning', {});
  await pass(1_000);
  expect(shown()).toBe('3 Thanksgiving');
});

const told = (number: number, change: Partial<Notification> = {}) => ({
  id: jobId(number),
  title: `News ${number}`,
  content: 'Something happened.',
  route: '/app/jobs',
  image: null,
  isNew: true,
  destination: 'bell',
  dateInserted: `2026-06-01T12:00:0${number}Z`,
  ...change,
});

test('the red dot counts each notification once, and disappears when it is seen in another window', async () => {
  const { emit, requests } = await show(() => `${useUnseen('bell')}`, {
    'GET /api/notifications/user': { notifications: [told(1, { isNew: false })] },
  });
  await emit('notification', told(2));
  await emit('notification', told(2));
  await emit('notification', told(3));
  expect(shown()).toBe('2');
  await emit('notification', told(2, { isNew: false }));
  await emit('notification_deleted', { id: jobId(3) });
  expect(shown()).toBe('0');
  expect(requests()).toEqual([]);
});

test('a notification that returns while the list is open is marked as seen again', async () => {
  const { emit, requests } = await show(() => [...useMarkShownAsSeen('bell')].join(), {
    'GET /api/notifications/user': { notifications: [] },
    'POST /api/notifications/seen': { notifications: {} },
  });
  const seen = () => requests().filter((name) => name === 'POST /api/notifications/seen');
  await emit('notification', told(2));
  await emit('notification', told(2, { isNew: false }));
  expect(seen()).toHaveLength(1);
  await emit('notification', told(2, { dateInserted: '2026-06-01T12:30:00Z' }));
  await pass(1_000);
  expect(seen()).toHaveLength(2);
});

const aNote = (id: string, content: string) => ({
  id,
  content,
  jobId: jobId(1),
  authorId: jobId(9),
  firstName: 'Ana',
  lastName: 'Cumbre',
  dateInserted: '2026-06-01T12:00:00Z',
});
let notes: ReturnType<typeof useNoteChanges>;

test('notes and photos of another user show in the open job, and the user’s own note shows once', async () => {
  const list = `GET /api/jobs/fetchNotes/${jobId(1)}`;
  const photos = `GET /api/jobs/fetchImgs/${jobId(1)}`;
  const Records = () => {
    const offered = useNoteChanges(jobId(1));
    useEffect(() => {
      notes = offered;
    });
    const { images } = useJobImages(jobId(1));
    return `${useJobNotes(jobId(1))
      .notes?.map(({ content }) => content)
      .join(' ')}, ${images?.length}`;
  };
  const { emit, answers } = await show(Records, { [list]: { notes: [] }, [photos]: { imgs: [] } });
  answers[list] = { notes: [aNote('n1', 'tarped')] };
  answers[photos] = { imgs: [{ id: 'p1', imgUrl: '', dateInserted: '2026-06-01T12:00:00Z' }] };
  await emit('job_records', { jobId: jobId(1), what: 'notes' });
  await emit('job_records', { jobId: jobId(1), what: 'images' });
  await pass(1_000);
  expect(shown()).toBe('tarped, 1');
  drawn.length = 0;
  const go = held({ id: 'n2' });
  await act(async () => void notes.add('dry-in done'));
  answers[list] = { notes: [aNote('n1', 'tarped'), aNote('n2', 'dry-in done')] };
  await emit('job_records', { jobId: jobId(1), what: 'notes' });
  await pass(1_000);
  expect(shown()).toBe('dry-in done tarped, 1');
  await go();
  await pass(1_000);
  expect(shown()).toBe('dry-in done tarped, 1');
  expect(drawn.filter((text) => text.includes('done dry-in'))).toEqual([]);
});
