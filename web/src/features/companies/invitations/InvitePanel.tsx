import type { NewInvitation, UserType } from '@bindings';
import { Button, Radio, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useInvite } from '@/queries/companies/invitations';
import { userTypeName } from '@/ui/companies/userType';
import { popup } from '@/ui/overlays/popups';
import { SidePanel } from '@/ui/overlays/SidePanel';
import { checkInvitation, invitedUserTypes } from '@/wasm/rules';

import styles from './Invite.module.css';
import { OpenInvitations } from './OpenInvitations';

/** Invites a user by mail, and lists the open invitations. */
export function InvitePanel({ onClose }: { onClose: () => void }) {
  const { company, language } = useSession();
  const invite = useInvite();
  const { companyType } = company;
  const blank: NewInvitation = { email: '', userType: 'member', companyType };
  const form = useRulesForm<NewInvitation>({
    initial: blank,
    check: (values) => checkInvitation(values, language),
    submit: async (values) => {
      const again = await invite(values);
      form.reset({ ...values, email: '' });
      await popup.sweet(notice(again ? 'invitationResent' : 'invitationSent'));
    },
  });
  const { problem, values } = form;
  return (
    <SidePanel
      title={m.company_inviteTitle()}
      under={m.company_inviteHint({ company: company.name })}
      onClose={onClose}
      dirty={values.email !== ''}
    >
      <form {...form.form} className={styles.form}>
        <TextInput
          type="email"
          label={m.session_email()}
          required
          autoComplete="off"
          placeholder="luis@example.com"
          {...form.field('email')}
        />
        <Radio.Group
          label={m.company_type()}
          required
          error={problem('userType')}
          value={values.userType}
          onChange={(type) => form.set('userType', type as UserType)}
        >
          <div className={styles.types}>
            {invitedUserTypes(companyType).map((type) => (
              <Radio key={type} value={type} label={userTypeName(type)} />
            ))}
          </div>
        </Radio.Group>
        <Button type="submit" leftSection={<IconSend size={17} aria-hidden />} loading={form.busy}>
          {m.company_inviteSend()}
        </Button>
      </form>
      <OpenInvitations />
    </SidePanel>
  );
}
