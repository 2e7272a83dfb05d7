/** Asks before a link, the back button or a reload ends an import that is being sent. */
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { m } from '@/i18n';
import { confirm } from '@/ui/overlays/popups';

export function useStayWhileSending(isSending: boolean): void {
  const blocker = useBlocker(isSending);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const ask = async () => {
      const leaves = await confirm({
        title: m.imports_photosLeaveTitle(),
        body: m.imports_photosLeaveBody(),
        confirmLabel: m.imports_photosLeaveYes(),
        cancelLabel: m.imports_photosLeaveNo(),
      });
      if (leaves) blocker.proceed();
      else blocker.reset();
    };
    void ask();
  }, [blocker]);
  useEffect(() => {
    if (!isSending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSending]);
}
