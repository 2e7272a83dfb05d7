import { useCallback, useState } from 'react';
import { type ChatDraft, keepDraft, keptDraft, noDraft } from '@/session/chatKept';
import { useSession } from '@/session/session';

/** What is being written in a room. It is kept with every letter: no way out of the page loses it. */
export function useDraft(roomId: string) {
  const { user } = useSession();
  const [draft, setDraft] = useState(() => keptDraft(user.id, roomId));
  const change = useCallback(
    (next: Partial<ChatDraft>) =>
      setDraft((before) => {
        const after = { ...before, ...next };
        keepDraft(user.id, roomId, after);
        return after;
      }),
    [user.id, roomId],
  );
  const clear = useCallback(() => change(noDraft), [change]);
  return { draft, change, clear };
}
