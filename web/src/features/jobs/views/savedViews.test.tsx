import type { SavedView } from '@bindings';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { jobId } from '@/testing/aJob';
import { lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';
import { SavedViews } from './SavedViews';
import { useMoveStoredViews } from './storedViews';

const list = 'GET /api/saved_views/all';
const create = '/api/saved_views/create';
const aView = (number: number, more: Partial<SavedView> = {}): SavedView => ({
  id: jobId(number),
  name: `View ${number}`,
  search: `q=${number}`,
  isShared: false,
  isOwn: true,
  ...more,
});
const open = (profile = signedIn()) => renderIn(() => <SavedViews view="tab=active" />, { profile });
const storageKey = `ridgeline.jobViews.${signedIn().user.id}`;
const kept = (): unknown => JSON.parse(localStorage.getItem(storageKey) ?? '[]');

beforeEach(() => localStorage.removeItem(storageKey));

test('a view is saved on the server, shared if wanted, and one that is refused leaves the list', async () => {
  const full = 'There are as many views as possible.';
  const answers: Record<string, unknown> = {
    [list]: { views: [] },
    [`POST ${create}`]: refusal(409, 'conflict', full),
  };
  const fetch = mockServer(answers);
  const { user } = open();
  const name = screen.getByLabelText('Save this view as');
  await user.type(name, 'Hail');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(full);
  await user.click(screen.getByRole('button', { name: 'OK' }));
  expect(screen.queryByRole('link', { name: /Hail/ })).toBeNull();
  expect(name).toHaveValue('Hail');
  const view = aView(1, { name: 'Hail', search: 'tab=active', isShared: true });
  answers[`POST ${create}`] = { view };
  answers[list] = { views: [view] };
  await user.click(screen.getByLabelText('Share with the company'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('link', { name: /^Hail/ })).toHaveAttribute('href', '/app/jobs?tab=active');
  expect(lastRequestTo(fetch, create)).toEqual({ name: 'Hail', search: 'tab=active', isShared: true });
});

test('the link of a view is copied, and only an admin removes what a colleague shares', async () => {
  mockServer({ [list]: { views: [aView(1), aView(2, { isOwn: false, isShared: true })] } });
  const { user } = open(signedIn({ userType: 'member' }));
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(await screen.findByRole('button', { name: 'Copy the link to View 2' }));
  expect(copied).toHaveBeenCalledWith(`${location.origin}/app/jobs?q=2`);
  expect(screen.getByRole('button', { name: 'Remove the view View 1' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Remove the view View 2' })).toBeNull();
});

test('the link of a view is shown where the browser does not copy it', async () => {
  mockServer({ [list]: { views: [aView(1)] } });
  const { user } = open(signedIn());
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await user.click(await screen.findByRole('button', { name: 'Copy the link to View 1' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(`${location.origin}/app/jobs?q=1`);
});

test('what this browser had kept is moved to the server once, and is kept while the server is away', async () => {
  const views = [
    { name: 'North', search: 'q=north' },
    { name: 'South', search: 'q=south' },
  ];
  localStorage.setItem(storageKey, JSON.stringify(views));
  const away = mockServer({ [`POST ${create}`]: refusal(503, 'busy', 'Please try again in a moment.') });
  const Mover = () => {
    useMoveStoredViews();
    return null;
  };
  renderIn(() => <Mover />, { profile: signedIn() });
  await waitFor(() => expect(lastRequestTo(away, create)).toEqual(views[0]));
  expect(kept()).toEqual(views);
  cleanup();
  const back = mockServer({ [`POST ${create}`]: { view: aView(1) } });
  renderIn(() => <Mover />, { profile: signedIn() });
  await waitFor(() => expect(kept()).toEqual([]));
  const sent = back.mock.calls.filter(([path]) => path === create);
  expect(sent).toHaveLength(2);
});
