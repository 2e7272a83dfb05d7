import { m } from '@/i18n';
import { Overlay } from '@/ui/overlays/Overlay';

/** Explains what custom crews are for, over their list. */
export function CrewsHelp({ onClose }: { onClose: () => void }) {
  return (
    <Overlay title={m.crews_help()} onClose={onClose} size={520}>
      <div className="stack">
        <p>{m.crews_helpWho()}</p>
        <p>{m.crews_helpAssign()}</p>
        <p>{m.crews_helpAdmins()}</p>
      </div>
    </Overlay>
  );
}
