import { Button } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { m } from '@/i18n';
import { saveFile } from '@/ui/files/saveFile';
import { CopyTextButton } from '@/ui/inputs/CopyTextButton';
import { confirm } from '@/ui/overlays/popups';
import { SidePanel } from '@/ui/overlays/SidePanel';

import type { PanelProps } from './securityPanel';
import './recoveryCodesPrint.css';
import styles from './Security.module.css';

interface RecoveryCodesProps extends PanelProps {
  codes: readonly string[];
}

/** The recovery codes, shown once. The panel closes with a button that confirms that they are saved. */
export function RecoveryCodes({ codes, account, onClose }: RecoveryCodesProps) {
  const title = m.security_codesOf({ email: account.email });
  const text = `${title}\n\n${codes.join('\n')}\n`;
  const leave = async () => {
    const sure = await confirm({
      title: m.security_leaveTitle(),
      body: m.security_leaveText(),
      confirmLabel: m.security_leave(),
    });
    if (sure) onClose();
  };
  return (
    <SidePanel
      title={m.security_codesTitle()}
      onClose={() => void leave()}
      footer={() => <Button onClick={onClose}>{m.security_kept()}</Button>}
    >
      <div className="stack">
        <p>{m.security_codesText()}</p>
        <div data-recovery-paper>
          <p className="recovery-title">{title}</p>
          <ul className={styles.codes}>
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </div>
        <div className={styles.ways}>
          <CopyTextButton text={text} />
          <Button
            variant="default"
            leftSection={<IconDownload size={17} />}
            onClick={() => saveFile('ridgeline-recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
          >
            {m.security_download()}
          </Button>
          <Button variant="default" leftSection={<IconPrinter size={17} />} onClick={() => window.print()}>
            {m.security_print()}
          </Button>
        </div>
      </div>
    </SidePanel>
  );
}
