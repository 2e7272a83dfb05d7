import type { PushDevice } from '@bindings';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { PushSubscriptions } from './PushDevices';

const path = '/api/notifications/pushDevices';
const subscription = { endpoint: 'https://push.example/1', keys: { p256dh: 'BP', auth: 'aa' } };

const here: PushDevice = {
  id: 'd1',
  name: 'Chrome · Linux',
  isThis: true,
  dateInserted: '2026-06-01T12:00:00Z',
};
const phone: PushDevice = { ...here, id: 'd2', name: '', isThis: false };

/** A browser with push support, and the user's answer to its permission prompt. */
function aBrowser(answer: NotificationPermission, permission: NotificationPermission = 'default') {
  const unsubscribe = vi.fn(async () => true);
  const subscribe = vi.fn<(options: PushSubscriptionOptionsInit) => Promise<object>>(async () => ({
    toJSON: () => subscription,
  }));
  const pushManager = { subscribe, getSubscription: async () => ({ unsubscribe }) };
  const registration = { pushManager };
  vi.stubGlobal('Notification', { permission, requestPermission: async () => answer });
  vi.stubGlobal('PushManager', class {});
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      register: async () => registration,
      getRegistration: async () => registration,
      ready: Promise.resolve(registration),
    },
  });
  return { subscribe, unsubscribe };
}

const show = () => renderIn(() => <PushSubscriptions />, { profile: signedIn() });

test('a browser subscribes with the key of this server, and shows that notifications are on', async () => {
  const answers: Record<string, unknown> = {
    [`GET ${path}`]: { devices: [] },
    'GET /api/notifications/pushKey': { publicKey: 'BP-_' },
    [`POST ${path}`]: { device: here },
  };
  const { subscribe } = aBrowser('granted');
  const fetch = mockServer(answers);
  const { user } = show();
  const on = await screen.findByRole('button', { name: 'Turn on for this device' });
  answers[`GET ${path}`] = { devices: [here] };
  await user.click(on);
  expect(await screen.findByText('Notifications are on for this device.')).toBeInTheDocument();
  expect(subscribe).toHaveBeenCalledExactlyOnceWith({
    userVisibleOnly: true,
    applicationServerKey: new Uint8Array([4, 255, 191]),
  });
  expect(fetch.mock.calls.filter(([, init]) => init?.method === 'POST')).toHaveLength(1);
  expect(
    JSON.parse(fetch.mock.calls.find(([, init]) => init?.method === 'POST')?.[1]?.body as string),
  ).toEqual(subscription);
});

test('a user who denies permission sees no further prompt, and nothing is stored', async () => {
  aBrowser('denied');
  const fetch = mockServer({ [`GET ${path}`]: { devices: [] } });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Turn on for this device' }));
  await waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
  expect(lastRequestTo(fetch, path)).toBeNull();
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('a browser that blocks notifications shows where to allow them', async () => {
  aBrowser('denied', 'denied');
  mockServer({ [`GET ${path}`]: { devices: [] } });
  show();
  expect(await screen.findByText(/blocks notifications from this site/)).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('this browser and a lost phone are turned off separately', async () => {
  const { unsubscribe } = aBrowser('granted', 'granted');
  const fetch = mockServer({
    [`GET ${path}`]: { devices: [here, phone] },
    [`DELETE ${path}/d1`]: { id: 'd1' },
    [`DELETE ${path}/d2`]: { id: 'd2' },
  });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Turn off on A browser' }));
  await waitFor(() => expect(fetch).toHaveBeenCalledWith(`${path}/d2`, expect.anything()));
  expect(unsubscribe).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Turn off on this device' }));
  await waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce());
});

test('too many devices show the error message of the server', async () => {
  aBrowser('granted');
  mockServer({
    [`GET ${path}`]: { devices: [] },
    'GET /api/notifications/pushKey': { publicKey: 'BP' },
    [`POST ${path}`]: refusal(409, 'conflict', 'There are ten devices already.'),
  });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Turn on for this device' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('There are ten devices already.');
});
