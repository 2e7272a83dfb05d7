import type { SecondFactorSetup } from '@bindings';
import { Anchor, Textarea } from '@mantine/core';
import { FormPanel } from '@/components/forms/FormPanel';
import { useInlineErrorForm } from '@/components/forms/useInlineErrorForm';
import { m } from '@/i18n';
import { checkRequired } from '@/queries/accounts/credentials';
import { CodeField } from '@/ui/inputs/CodeField';
import { CopyTextButton } from '@/ui/inputs/CopyTextButton';

import styles from './Security.module.css';

interface AuthenticatorPanelProps {
  setup: SecondFactorSetup;
  onClose: () => void;
  confirm: (code: string) => Promise<void>;
}

/** Groups of four are easier to type. */
const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** The QR code, its key to type or to open on this phone, and the field for the first code of the app. */
export function AuthenticatorPanel({ setup, onClose, confirm }: AuthenticatorPanelProps) {
  const form = useInlineErrorForm({
    initial: { code: '' },
    check: ({ code }) => checkRequired('code', code),
    submit: ({ code }) => confirm(code),
  });
  return (
    <FormPanel
      title={m.security_setUpTitle()}
      onClose={onClose}
      form={form}
      dirty={false}
      error={form.failure?.message ?? null}
      verb={m.security_turnOn()}
    >
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
        <CopyTextButton text={setup.secret} />
      </div>
      <CodeField ofApp label={m.security_firstCode()} {...form.field('code')} />
    </FormPanel>
  );
}
