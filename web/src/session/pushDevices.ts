/**
 * The browsers to which the server pushes what is new while the app is closed. Turning one on asks the browser first;
 * whatever goes wrong rejects with an `ApiFailure` whose `message` is ready for `popup.oops`.
 */
import type { PushDevice } from '@bindings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiFailure, call } from '@/api/client';
import { m } from '@/i18n';

import { workerPath } from './worker';

const key = ['pushDevices'] as const;
const path = '/api/notifications/pushDevices';

/** Can this browser do it at all? A page of an unsafe address, or an app of a phone's home screen only, cannot. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Did somebody forbid it in the browser's settings? */
export const isPushDenied = (): boolean => canPush() && Notification.permission === 'denied';

const inWords = (failure: unknown): unknown =>
  failure instanceof ApiFailure && failure.explained && failure.status > 0
    ? failure
    : new ApiFailure(0, 'push', m.push_failed());

const store = (subscription: PushSubscription) =>
  call<{ device: PushDevice }>('POST', path, subscription.toJSON());

/** base64url as the browser wants it. */
function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (char) => char.charCodeAt(0));
}

async function subscribe(): Promise<void> {
  // Who says no is not told that something failed: the browser has asked, and the page says how it stands.
  if ((await Notification.requestPermission()) !== 'granted') return;
  await navigator.serviceWorker.register(workerPath);
  const { pushManager } = await navigator.serviceWorker.ready;
  const { publicKey } = await call<{ publicKey: string }>('GET', '/api/notifications/pushKey');
  await store(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(publicKey) }));
}

async function standing(): Promise<PushSubscription | null | undefined> {
  const registration = await navigator.serviceWorker.getRegistration(workerPath);
  return registration?.pushManager.getSubscription();
}

/** Tells the server of this browser again: it may have signed out since, or have a new address. */
export async function renewPush(): Promise<void> {
  if (!canPush() || Notification.permission !== 'granted') return;
  const subscription = await standing();
  if (subscription) await store(subscription);
}

/** The newest first. */
export function usePushDevices() {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: key,
    queryFn: async () => (await call<{ devices: PushDevice[] }>('GET', path)).devices,
  });
  const change = (work: () => Promise<unknown>) => async (): Promise<void> => {
    try {
      await work();
    } catch (failure) {
      throw inWords(failure);
    } finally {
      await queries.invalidateQueries({ queryKey: key });
    }
  };
  return {
    devices: data,
    start: change(subscribe),
    stop: ({ id, isThis }: PushDevice) =>
      change(async () => {
        await call('DELETE', `${path}/${encodeURIComponent(id)}`);
        if (isThis) await (await standing())?.unsubscribe();
      })(),
  };
}
