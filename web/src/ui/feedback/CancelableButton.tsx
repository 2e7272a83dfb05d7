import { ActionIcon, Button, Loader } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { m } from '@/i18n';

interface CancelableButtonProps {
  label: string;
  icon?: ReactNode;
  disabled?: boolean;
  busy: boolean;
  onGo: () => void;
  onStop: () => void;
  /** It is the primary action of the page. */
  primary?: boolean;
  /** Only an icon, in the slate header of a phone. */
  slate?: string;
}

/** Starts a long-running task; while it runs, the button cancels it. */
export function CancelableButton({
  label,
  icon,
  disabled,
  busy,
  onGo,
  onStop,
  primary = false,
  slate,
}: CancelableButtonProps) {
  const onClick = busy ? onStop : onGo;
  const name = busy ? m.common_stopOf({ what: label }) : label;
  const status = (
    <span className="spoken" role="status">
      {busy && m.common_writing()}
    </span>
  );
  const off = disabled === true && !busy;
  if (slate !== undefined)
    return (
      <>
        <ActionIcon size={48} className={slate} aria-label={name} disabled={off} onClick={onClick}>
          {busy ? <IconX size={22} /> : icon}
        </ActionIcon>
        {status}
      </>
    );
  return (
    <>
      <Button
        variant={primary ? 'filled' : 'default'}
        leftSection={busy ? <Loader size={17} /> : icon}
        aria-label={name}
        disabled={off}
        onClick={onClick}
      >
        {busy ? m.common_stop() : label}
      </Button>
      {status}
    </>
  );
}
