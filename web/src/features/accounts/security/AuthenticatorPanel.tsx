import type { SecondFactorSetup } from '@bindings';
import { Anchor, Button, CopyButton, Textarea } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { checkRequired } from '@/queries/accounts/credentials';
import { ErrorBox } from '@/ui/feedback/ErrorSummary';
import { CodeField } from '@/ui/inputs/CodeField';
import { SidePanel } from '@/ui/overlays/SidePanel';

import styles from './Security.module.css';

interface AuthenticatorPanelProps {
  setup: SecondFactorSetup;
  onClose: () => void;
  confirm: (code: string) => Promise<void>;
}

/** Fours are easier to type than a line of letters. */
const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** The picture for the app, the same to be typed or opened on this phone, and the first code that the app makes. */
export function AuthenticatorPanel({ setup, onClose, confirm }: AuthenticatorPanelProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const { field, form, busy } = useRulesForm({
    initial: { code: '' },
    check: ({ code }) => checkRequired('code', code),
    submit: ({ code }) => {
      setFailed(null);
      return confirm(code);
    },
    onFailure: ({ message }) => setFailed(message),
  });
  return (
    <SidePanel
      title={m.security_setUpTitle()}
      onClose={onClose}
      form={form}
      footer={(close) => (
        <>
          <Button variant="default" onClick={close}>
            {m.common_cancel()}
          </Button>
          <Button type="submit" loading={busy}>
            {m.security_turnOn()}
          </Button>
        </>
      )}
    >
      {failed !== null && <ErrorBox>{failed}</ErrorBox>}
      <div className={styles.fields}>
        <p>{m.security_scan()}</p>
        <img
          data-paper
          className={styles.picture}
          src={`data:image/svg+xml,${encodeURIComponent(setup.qrSvg)}`}
          alt={m.security_picture()}
          width={232}
          height={232}
        />
        <Anchor href={setup.otpauthUri} ta="center">
          {m.security_openApp()}
        </Anchor>
        <div className={styles.secret}>
          <Textarea
            className="grow"
            rows={2}
            label={m.security_secret()}
            value={inFours(setup.secret)}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton value={setup.secret}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={copied ? <IconCheck size={17} /> : <IconCopy size={17} />}
                onClick={copy}
              >
                {copied ? m.common_copied() : m.common_copy()}
              </Button>
            )}
          </CopyButton>
        </div>
        <CodeField ofApp label={m.security_firstCode()} {...field('code')} />
      </div>
    </SidePanel>
  );
}
