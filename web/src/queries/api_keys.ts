/**
 * The keys with which other software makes calls, for admins. Cached under `['apiKeys']`. Revoking is optimistic; a
 * failed change rejects with an `ApiFailure` whose `message` is ready for `popup.oops`.
 */
import type { ApiKey, ApiKeyId, NewApiKey } from '@bindings';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '@/api/client';
import { withOne, without } from './mutations/lists';
import { useDataChange, useReplay } from './mutations/optimisticData';

const apiKeysKey = ['apiKeys'] as const;

/** A key with its secret, which is known only right after it was made or renewed. */
export interface KeyWithSecret {
  key: ApiKey;
  secret: string;
}

/** The company's keys, the oldest first. */
export const useApiKeys = () =>
  useQuery({
    queryKey: apiKeysKey,
    queryFn: async () => (await call<{ keys: ApiKey[] }>('GET', '/api/api_keys/all')).keys,
    select: useReplay<ApiKey[]>(apiKeysKey),
  });

/** The changes of the company's keys. */
export function useApiKeyChanges() {
  const change = useDataChange<ApiKey[]>(apiKeysKey);
  return useMemo(() => {
    const withSecret = (path: string, body: object, lane?: string): Promise<KeyWithSecret> =>
      change<KeyWithSecret>({
        ...(lane === undefined ? {} : { lane }),
        request: { path: `/api/api_keys/${path}`, body, failureNotice: 'notSaved' },
        stored:
          ({ key }) =>
          (keys) =>
            withOne(keys, key),
      });
    return {
      create: (form: NewApiKey) => withSecret('create', form),
      /** Another secret; the former one ends at once. */
      renew: (id: ApiKeyId) => withSecret('renew', { id }, id),
      revoke: (id: ApiKeyId) =>
        change<{ id: ApiKeyId }>({
          lane: id,
          shown: (keys) => without(keys, id),
          request: { method: 'DELETE', path: `/api/api_keys/${id}`, failureNotice: 'notSaved' },
        }),
    };
  }, [change]);
}
