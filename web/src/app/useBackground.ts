import type { UserId } from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** Runs the background tasks: response cache, push notifications and outbox. Null runs none. */
export function useBackground(userId: UserId | null): void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    if (userId === null) return;
    let stop: (() => void) | undefined;
    let stopped = false;
    const start = async () => {
      const background = await import('./background').catch(() => undefined);
      if (!stopped) stop = background?.start(queries, userId, (route) => void navigate(route));
    };
    void start();
    return () => {
      stopped = true;
      stop?.();
    };
  }, [queries, userId, navigate]);
}
