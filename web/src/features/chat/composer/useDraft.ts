import { useCallback, useState } from 'react';
import { useSession } from '@/queries/accounts/session';
import { type ChatDraft, emptyDraft, readDraft, storeDraft } from '@/queries/chat/drafts';

/** The draft of a room. It is stored at every keystroke, so that leaving the page does not lose it. */
export function useDraft(roomId: string) {
  const { user } = useSession();
  const [draft, setDraft] = useState(() => readDraft(user.id, roomId));
  const change = useCallback(
    (next: Partial<ChatDraft>) =>
      setDraft((before) => {
        const after = { ...before, ...next };
        storeDraft(user.id, roomId, after);
        return after;
      }),
    [user.id, roomId],
  );
  const clear = useCallback(() => change(emptyDraft), [change]);
  return { draft, change, clear };
}
