import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubLayout } from '@/testing/layout';
import { aCompany, mockServer, refusal, renderIn, signedIn } from '@/testing/render';
import { ImportScreen } from './ImportScreen';
import { keepImport, readImports } from './recentImports';

const id = '018f0000-0000-7000-8000-0000000000d1';
const undo = `POST /api/imports/undo/${id}`;

/** Answers every upload with these figures; returns the forms that were sent. */
function mockUploads(answer: object) {
  const sent: FormData[] = [];
  class Request {
    upload = {};
    status = 200;
    response = answer;
    onload: () => void = () => undefined;
    open() {}
    setRequestHeader() {}
    send(form: FormData) {
      sent.push(form);
      queueMicrotask(() => this.onload());
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  return sent;
}

const picker = () => document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
const csv = (text: string) => new File([text], 'roofs.csv', { type: 'text/csv' });
const plain = csv('title,city,state\nWhitaker,Littleton,CO');
const open = () =>
  renderIn(() => <ImportScreen kind="jobs" />, { profile: signedIn(), at: '/app/jobs/import' });
const press = async (user: ReturnType<typeof open>['user'], name: string) =>
  user.click((await screen.findAllByRole('button', { name }))[0] as HTMLElement);

beforeEach(() => {
  stubLayout();
  localStorage.clear();
});
afterEach(() => vi.restoreAllMocks());

test('an import is compared with what is there before anything is saved', async () => {
  const sent = mockUploads({ preset: null, created: 0, alreadyThere: 1, refused: 0, rows: [] });
  const { user } = open();
  await user.upload(picker(), plain);
  await press(user, 'Try without saving');
  expect(
    await screen.findByText('Nothing is saved yet. It would be: 0 imported, 1 already there, 0 refused.'),
  ).toBeVisible();
  expect(sent[0]?.get('dryRun')).toBe('true');
  expect(sent[0]?.get('importId')).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Import 1 job' })[0]).toBeEnabled();
});

test('an export of another program is recognized, and read as a plain file if that is wrong', async () => {
  const sent = mockUploads({ preset: null, created: 1, alreadyThere: 0, refused: 0, rows: [] });
  const { user } = open();
  await user.upload(
    picker(),
    csv('job name,Current Milestone,Location Address\nWhitaker,Invoiced,"1 Main St, Nashville, TN 37201 US"'),
  );
  const program = await screen.findByRole('combobox', { name: 'Exported by' });
  expect(program).toHaveValue('AccuLynx');
  await press(user, 'Import 1 job');
  await waitFor(() => expect(sent[0]?.get('preset')).toBe('accuLynx'));
});

test('the program of a file can be changed, and its columns are matched anew', async () => {
  const { user } = open();
  await user.upload(
    picker(),
    csv('job name,Current Milestone,Location Address\nWhitaker,Invoiced,"1 Main St, Nashville, TN 37201 US"'),
  );
  await user.click(await screen.findByRole('combobox', { name: 'Exported by' }));
  await user.click(await screen.findByRole('option', { name: 'Another program' }));
  expect((await screen.findAllByText(/^No column gives the city/))[0]).toBeVisible();
});

test('an import is undone on its result, which says what stays', async () => {
  mockUploads({ preset: null, importId: id, created: 3, alreadyThere: 0, refused: 0, rows: [] });
  mockServer({ [undo]: { deleted: ['a', 'b'], kept: ['c'] } });
  const { user } = open();
  await user.upload(picker(), plain);
  await press(user, 'Import 1 job');
  await press(user, 'Undo the import: roofs.csv');
  await press(user, 'Undo it');
  expect(
    await screen.findByText(
      '2 entries are deleted again. 1 stays, because somebody changed or used it since.',
    ),
  ).toBeVisible();
  expect(readImports(aCompany.id)).toEqual([]);
});

test('an import of the last day is undone after its result was left, and a refusal says why not', async () => {
  keepImport(aCompany.id, { id, kind: 'jobs', file: 'roofs.csv', count: 3 });
  keepImport(aCompany.id, { id: `${id}2`, kind: 'customers', file: 'people.csv', count: 1 });
  mockServer({ [undo]: refusal(409, 'conflict', 'It can no longer be undone.') });
  const { user } = open();
  expect(screen.queryByText('people.csv')).toBeNull();
  await press(user, 'Undo the import: roofs.csv');
  await press(user, 'Undo it');
  expect(await screen.findByText('It can no longer be undone.')).toBeVisible();
});

test('an import that is older than a day is no longer offered', () => {
  const before = new Date(Date.now() - 25 * 60 * 60 * 1_000).toISOString();
  const old = [{ id, kind: 'jobs', file: 'roofs.csv', count: 3, at: before }];
  localStorage.setItem(`ridgeline.imports.${aCompany.id}`, JSON.stringify(old));
  expect(readImports(aCompany.id)).toEqual([]);
});
