import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { m } from '@/i18n';
import { CopyTextButton } from '@/ui/inputs/CopyTextButton';
import styles from './SecretPanel.module.css';
import { SidePanel } from './SidePanel';

interface SecretPanelProps {
  title: string;
  secret: string;
  /** How the program uses it. */
  children: ReactNode;
  onClose: () => void;
}

/** A secret for another program, which is shown only now: to copy, and how it is used. */
export const SecretPanel = ({ title, secret, children, onClose }: SecretPanelProps) => (
  <SidePanel
    title={title}
    onClose={onClose}
    footer={(close) => (
      <Button variant="default" onClick={close}>
        {m.common_close()}
      </Button>
    )}
  >
    <div className="stack">
      <p>{m.secrets_onlyNow()}</p>
      <p className={styles.code}>{secret}</p>
      <div>
        <CopyTextButton text={secret} variant="filled" />
      </div>
      {children}
    </div>
  </SidePanel>
);

/** A line of code, which can be selected. */
export const CodeLine = ({ children }: { children: string }) => <p className={styles.code}>{children}</p>;
