import type { Company } from '@bindings';
import { Button } from '@mantine/core';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useConnectionChanges } from '@/queries/connections';
import { TextareaWithCounter } from '@/ui/inputs/CharacterCounter';
import { Overlay } from '@/ui/overlays/Overlay';
import { toast } from '@/ui/overlays/toasts';
import { checkConnectionRequest, limits } from '@/wasm/rules';

import styles from './PublicCompany.module.css';

interface ConnectPopupProps {
  company: Company;
  onClose: () => void;
}

/** Sends a connection request with an optional message. The text is preserved when it fails. */
export function ConnectPopup({ company, onClose }: ConnectPopupProps) {
  const { language } = useSession();
  const { connect } = useConnectionChanges();
  const { name } = company;
  const form = useRulesForm({
    initial: { message: '' },
    check: (values) => checkConnectionRequest(values, language),
    submit: async (values) => {
      await connect(company.id, values);
      onClose();
      toast.sweet(m.publicCompany_requested({ name }));
    },
  });
  return (
    <Overlay title={m.publicCompany_connectWith({ name })} onClose={onClose} dirty={form.dirty} size={480}>
      <form {...form.form} className={styles.connect}>
        <p className="muted">{m.publicCompany_connectHint()}</p>
        <TextareaWithCounter
          label={m.publicCompany_message()}
          minRows={4}
          max={limits().connectionMessage}
          data-autofocus
          {...form.field('message')}
        />
        <div className={styles.verbs}>
          <Button variant="default" onClick={onClose}>
            {m.common_cancel()}
          </Button>
          <Button type="submit" loading={form.busy}>
            {m.publicCompany_send()}
          </Button>
        </div>
      </form>
    </Overlay>
  );
}
