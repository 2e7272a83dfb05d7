import type { Webhook, WebhookDelivery } from '@bindings';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { lastRequestTo, mockServer, renderIn, signedIn } from '@/testing/render';
import { eventText, expandEvents, shortenEvents } from './events';
import { WebhookScreen } from './WebhookScreen';
import { WebhooksScreen } from './WebhooksScreen';

const hook: Webhook = {
  id: '018f0000-0000-7000-8000-0000000000b1',
  url: 'https://hooks.example.com/ridgeline',
  events: ['job.*', 'work_order.signed'],
  active: true,
  disabledAt: null,
};
const delivery: WebhookDelivery = {
  id: '018f0000-0000-7000-8000-0000000000c1',
  messageId: 'msg_1',
  event: 'job.scheduled',
  createdAt: '2026-06-02T15:00:00Z',
  status: 'failed',
  tries: 3,
  nextTryAt: null,
  responseStatus: 500,
  response: 'out of order',
};
const all = 'GET /api/webhooks/all';
const deliveries = `GET /api/webhooks/${hook.id}/deliveries`;

const openOne = (given: Record<string, unknown>) => {
  const answers = { [all]: { webhooks: [hook] }, [deliveries]: { deliveries: [] }, ...given };
  const fetch = mockServer(answers);
  const options = {
    profile: signedIn(),
    at: `/app/company/webhooks/${hook.id}`,
    path: '/app/company/webhooks/:id',
  };
  return { fetch, answers, ...renderIn(() => <WebhookScreen />, options) };
};

test('an admin makes a webhook for some changes, and sees its secret once', async () => {
  const fetch = mockServer({
    [all]: { webhooks: [] },
    'POST /api/webhooks/create': { webhook: hook, secret: 'whsec_abc' },
  });
  const { user } = renderIn(() => <WebhooksScreen />, { profile: signedIn() });
  await user.click((await screen.findAllByRole('button', { name: 'New webhook' }))[0] as HTMLElement);
  const panel = await screen.findByRole('dialog', { name: 'New webhook' });
  await user.click(within(panel).getByRole('button', { name: 'Create webhook' }));
  expect(within(panel).getAllByText('This field is required.')).toHaveLength(2);
  await user.type(within(panel).getByRole('textbox', { name: /^Address/ }), hook.url);
  await user.click(within(panel).getByText('Jobs'));
  await user.click(within(panel).getByLabelText('All: Jobs'));
  await user.click(within(panel).getByText('Work orders'));
  await user.click(within(panel).getByLabelText('Work order signed'));
  await user.click(within(panel).getByRole('button', { name: 'Create webhook' }));
  await waitFor(() =>
    expect(lastRequestTo(fetch, '/api/webhooks/create')).toEqual({ url: hook.url, events: hook.events }),
  );
  const shown = await screen.findByRole('dialog', { name: 'Secret of the webhook' });
  expect(within(shown).getByText('whsec_abc')).toBeVisible();
});

test('an admin sees what a receiver answered, and sends the message again', async () => {
  const { user, fetch } = openOne({
    [deliveries]: { deliveries: [delivery] },
    [`POST /api/webhooks/deliveries/${delivery.id}/redeliver`]: { delivery },
  });
  expect(await screen.findByText('Failed')).toBeVisible();
  expect(screen.getByText(/3 tries · Answer 500/)).toBeVisible();
  await user.click(screen.getByText('What the receiver said'));
  expect(screen.getByText('out of order')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Send again: Job scheduled/ }));
  await waitFor(() => expect(fetch.mock.calls.some(([path]) => path.endsWith('/redeliver'))).toBe(true));
});

test('a paused webhook sends no test, and says why', async () => {
  const paused = { ...hook, active: false };
  const { user, fetch, answers } = openOne({
    [`PUT /api/webhooks/${hook.id}`]: { webhook: paused },
    [`POST /api/webhooks/${hook.id}/test`]: { delivery },
  });
  await user.click((await screen.findAllByRole('button', { name: 'Send a test' }))[0] as HTMLElement);
  await waitFor(() => expect(fetch.mock.calls.some(([path]) => path.endsWith('/test'))).toBe(true));
  answers[all] = { webhooks: [paused] };
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  expect(await screen.findByText('Paused')).toBeVisible();
  expect(lastRequestTo(fetch, `/api/webhooks/${hook.id}`)).toEqual({ active: false });
  const test = screen.getAllByRole('button', { name: 'Send a test' })[0];
  expect(test).toHaveAccessibleDescription('Resume the webhook to send something.');
});

test('a webhook that was turned off says since when, and what to do', async () => {
  openOne({ [all]: { webhooks: [{ ...hook, active: false, disabledAt: '2026-06-02T15:00:00Z' }] } });
  expect(await screen.findByText(/Turned off Jun 2nd 2026.*Repair it, and resume/)).toBeVisible();
});

test('all changes of a kind are sent as that kind, so that later ones come along', () => {
  const jobs = expandEvents(['job.*']);
  expect(jobs).toContain('job.completed');
  expect(shortenEvents([...jobs, 'customer.created'])).toEqual(['job.*', 'customer.created']);
  expect(shortenEvents(['*', 'job.created'])).toEqual(['*']);
  expect(shortenEvents(['chat.message'])).toEqual(['chat.message']);
  expect(eventText('roof.mended')).toBe('roof.mended');
});
