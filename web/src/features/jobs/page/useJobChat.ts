import type { Job } from '@bindings';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiFailure } from '@/api/client';
import { m } from '@/i18n';
import { useOpenJobRoom } from '@/queries/chat/rooms';
import { popup } from '@/ui/overlays/popups';

/**
 * Opens the conversation of a job between its two companies. Null for a job that no other company has; `blocked` says
 * why it cannot be opened yet.
 */
export function useJobChat(job: Job) {
  const openRoom = useOpenJobRoom();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    try {
      const { roomId } = await openRoom(job.id);
      await navigate(`/app/messages/${roomId}`);
    } catch (failure) {
      setBusy(false);
      if (!(failure instanceof ApiFailure)) throw failure;
      void popup.oops(failure.message);
    }
  };
  if (job.assignedToCompanyId === null) return null;
  return { busy, open, blocked: job.isAcceptedBySub ? null : m.jobs_chatNotYet() };
}
