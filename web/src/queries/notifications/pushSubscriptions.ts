/**
 * The browsers that receive push notifications. Subscribing asks the browser for permission first; failures reject
 * with an `ApiFailure` whose `message` is ready for `popup.oops`.
 */
import type { PushDevice } from '@bindings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiFailure, call } from '@/api/client';
import { m } from '@/i18n';

import { serviceWorkerPath } from '@/queries/offline/serviceWorker';

const key = ['pushDevices'] as const;
const path = '/api/notifications/pushDevices';

/** Does this browser support push? Not on pages without HTTPS, and on some phones only from the home screen. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Were notifications blocked in the browser's settings? */
export const isPushDenied = (): boolean => canPush() && Notification.permission === 'denied';

const withMessage = (failure: unknown): unknown =>
  failure instanceof ApiFailure && failure.explained && failure.status > 0
    ? failure
    : new ApiFailure(0, 'push', m.push_failed());

const store = (subscription: PushSubscription) =>
  call<{ device: PushDevice }>('POST', path, subscription.toJSON());

/** Decodes base64url to bytes, as the browser's API requires. */
function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (char) => char.charCodeAt(0));
}

async function subscribe(): Promise<void> {
  // A user who declines sees no error: the page shows the state of the permission.
  if ((await Notification.requestPermission()) !== 'granted') return;
  await navigator.serviceWorker.register(serviceWorkerPath);
  const { pushManager } = await navigator.serviceWorker.ready;
  const { publicKey } = await call<{ publicKey: string }>('GET', '/api/notifications/pushKey');
  await store(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(publicKey) }));
}

async function currentSubscription(): Promise<PushSubscription | null | undefined> {
  const registration = await navigator.serviceWorker.getRegistration(serviceWorkerPath);
  return registration?.pushManager.getSubscription();
}

/**
 * Sends the subscription of this browser again: the user may have signed out since, or its endpoint may have changed.
 */
export async function renewPushSubscription(): Promise<void> {
  if (!canPush() || Notification.permission !== 'granted') return;
  const subscription = await currentSubscription();
  if (subscription) await store(subscription);
}

/** The newest first. */
export function usePushSubscriptions() {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: key,
    queryFn: async () => (await call<{ devices: PushDevice[] }>('GET', path)).devices,
  });
  const change = (work: () => Promise<unknown>) => async (): Promise<void> => {
    try {
      await work();
    } catch (failure) {
      throw withMessage(failure);
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
        if (isThis) await (await currentSubscription())?.unsubscribe();
      })(),
  };
}
