import type { UserId } from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** Starts the background tasks: response cache, push notifications and outbox. Null starts nothing. */
export function useBackground(userId: UserId | null): void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    if (userId === null) return;
    let end: (() => void) | undefined;
    let gone = false;
    const begin = async () => {
      const background = await import('./background').catch(() => undefined);
      if (!gone) end = background?.start(queries, userId, (route) => void navigate(route));
    };
    void begin();
    return () => {
      gone = true;
      end?.();
    };
  }, [queries, userId, navigate]);
}
