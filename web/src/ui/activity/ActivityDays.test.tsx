import type { ActivityChange, ActivityEntry } from '@bindings';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { setLanguage } from '@/i18n';
import { anEntry } from '@/testing/anEntry';
import { renderIn } from '@/testing/render';

import { ActivityDays } from './ActivityDays';

const zone = 'America/Denver';
const show = (...entries: ActivityEntry[]) =>
  renderIn(() => <ActivityDays heading="h2" entries={entries} zone={zone} />);

test('an entry late in the evening is listed under the day in the company’s time zone', () => {
  show(anEntry(1, { at: '2026-03-05T16:00:00Z' }), anEntry(2, { at: '2026-03-05T05:30:00Z' }));
  const late = screen.getByRole('region', { name: 'Mar 4th 2026' });
  expect(within(late).getByText(/the job 2/)).toBeVisible();
  expect(within(late).getByText('10:30 PM')).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'Mar 5th 2026' })).getByText(/the job 1/)).toBeVisible();
});

test('today and yesterday have their names as headings, in both languages', () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-05T18:00:00Z'), toFake: ['Date'] });
  show(anEntry(1, { at: '2026-03-05T16:00:00Z' }), anEntry(2, { at: '2026-03-04T16:00:00Z' }));
  expect(screen.getByRole('region', { name: 'Today' })).toHaveTextContent('the job 1');
  expect(screen.getByRole('region', { name: 'Yesterday' })).toHaveTextContent('the job 2');
});

test('the days are in Spanish for Spanish users', () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-05T18:00:00Z'), toFake: ['Date'] });
  setLanguage('spanish');
  show(anEntry(1, { at: '2026-03-05T16:00:00Z' }), anEntry(2, { at: '2026-02-01T16:00:00Z' }));
  expect(screen.getByRole('region', { name: 'Hoy' })).toBeInTheDocument();
  expect(screen.getByRole('region', { name: '1 feb 2026' })).toBeInTheDocument();
});

const money: ActivityChange = {
  field: 'contractAmount',
  label: 'Contract amount',
  from: '$8,200.00',
  to: '$9,000.00',
};
const number: ActivityChange = { field: 'jobNumber', label: 'Job number', from: null, to: '1042' };

test('each changed value shows its old value, also to screen readers', () => {
  show(anEntry(1, { changes: [money, number] }));
  expect(screen.getByText('Contract amount')).toBeVisible();
  const values = screen.getByText('$9,000.00').parentElement;
  expect(values).toHaveTextContent('was $8,200.00 → is now $9,000.00');
  expect(screen.getByText('1042').parentElement).toHaveTextContent(/^1042$/);
});

test('a removed value differs from one that never existed', () => {
  show(anEntry(1, { changes: [{ ...number, from: '1042', to: null }] }));
  expect(screen.getByText('1042')).toBeVisible();
  expect(screen.getByText('empty')).toBeVisible();
});

test('the details do not repeat what the sentence says', () => {
  const days: ActivityChange = { field: 'dates', label: 'Dates', from: '03/01/2026', to: '03/05/2026' };
  const sentence = 'Marisol Vega moved the job from 03/01/2026 to 03/05/2026.';
  show(anEntry(1, { sentence, changes: [days] }));
  expect(screen.getByText(sentence)).toBeVisible();
  expect(screen.queryByText('Dates')).toBeNull();
});

test('the name of a created item shows once: in the sentence, or beside it if the sentence omits it', () => {
  const title: ActivityChange = { field: 'title', label: 'Title', from: null, to: 'Whitaker re-roof' };
  const changes = [title, number];
  show(
    anEntry(1, { sentence: 'Marisol Vega created the job Whitaker re-roof.', changes }),
    anEntry(2, { sentence: 'Marisol Vega created the job.', changes }),
  );
  expect(screen.getAllByText('Title')).toHaveLength(1);
  expect(screen.getAllByText('Job number')).toHaveLength(2);
});

test('the assignee of a job and the answer show once', () => {
  const crew: ActivityChange = { field: 'crew', label: 'Crew', from: null, to: 'Crew A' };
  const lead: ActivityChange = { field: 'crewLead', label: 'Crew lead', from: null, to: 'Isaías Bello' };
  const before: ActivityChange = { field: 'subcontractor', label: 'Subcontractor', from: 'Cumbre', to: null };
  const yes: ActivityChange = { field: 'acceptance', label: 'Accepted', from: null, to: 'Yes' };
  const given = 'Marisol Vega assigned the job to Crew A and Isaías Bello.';
  show(
    anEntry(1, { action: 'assigned', sentence: given, changes: [crew, lead, before] }),
    anEntry(2, { action: 'accepted', sentence: 'Luis Ríos accepted the job.', changes: [yes] }),
    anEntry(3, {
      action: 'moved',
      sentence: 'Marisol Vega moved the job.',
      changes: [{ ...yes, from: 'Yes', to: 'No' }],
    }),
  );
  expect(screen.queryByText('Crew')).toBeNull();
  expect(screen.queryByText('Crew lead')).toBeNull();
  expect(screen.getByText('Cumbre')).toBeVisible();
  expect(screen.getAllByText('Accepted')).toHaveLength(1);
});

test('one of several changed numbers shows even if the sentence happens to contain the same digits', () => {
  const amount: ActivityChange = { field: 'count', label: 'Number', from: null, to: '7' };
  const sentence = 'Marisol Vega changed 2 values on 03/07/2026.';
  show(anEntry(1, { sentence, changes: [amount, number] }));
  expect(screen.getByText('Number')).toBeVisible();
});

test('a value that the user may not see does not show its label either', () => {
  show(anEntry(1, { changes: [{ ...money, from: null, to: null }] }));
  expect(screen.queryByText('Contract amount')).toBeNull();
});

test('an answer by a link in a mail shows although nobody was signed in', () => {
  const actor = { id: null, name: '', companyId: null, companyName: '' };
  show(anEntry(1, { actor, sentence: 'Somebody declined the invitation.' }));
  expect(screen.getByText('Somebody declined the invitation.')).toBeVisible();
});

test('a change that a program made with an API key names the key', () => {
  const { actor } = anEntry(1);
  show(anEntry(1, { actor: { ...actor, apiKey: { id: 'key', name: 'Accounting' } } }));
  expect(screen.getByText(/by the key Accounting/)).toBeVisible();
});
