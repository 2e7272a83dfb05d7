import type { Invitation, InvitationCompletion, NewUserSettings } from '@bindings';
import { Button, TextInput } from '@mantine/core';
import { IconArrowRight, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiFailure } from '@/api/client';
import { confirmDelete } from '@/components/feedback/confirmDelete';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { type Language, language, m, notice, setLanguage, useLanguage } from '@/i18n';
import { deleteInvitation } from '@/queries/companies/invitations';
import { clearNewUserDraft, readNewUserDraft, storeNewUserDraft } from '@/queries/companies/newUserDraft';
import { FieldPair } from '@/ui/inputs/FieldPair';
import { LanguageField, NameFields, PhoneNumberField, PositionField } from '@/ui/inputs/PersonFields';
import { popup } from '@/ui/overlays/popups';
import { checkInvitationCompletion } from '@/wasm/rules';

import styles from './Invite.module.css';

interface InviteFormProps {
  id: string;
  /** From the link in the mail; null in mails that have none. */
  secret: string | null;
  invitation: Invitation;
}

/** What was entered for this invitation before. */
function draftOf(id: string): NewUserSettings | null {
  const draft = readNewUserDraft();
  return draft?.invitationId === id ? draft : null;
}

/** The stored draft for this invitation, or blank values. */
function begin({ id, invitation: { email } }: InviteFormProps): InvitationCompletion {
  const { firstName, lastName, phoneNumber, location, position } = draftOf(id) ?? {
    firstName: '',
    lastName: '',
    phoneNumber: '',
    location: '',
    position: '',
  };
  return {
    firstName,
    lastName,
    phoneNumber,
    location,
    position,
    language: language(),
    email,
    invitedEmail: email,
  };
}

function useDeletion({ id, invitation: { companyName: company } }: InviteFormProps) {
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const requestDelete = async () => {
    const confirmed = await confirmDelete(m.invite_deleteSure({ company }));
    if (!confirmed) return;
    setBusy(true);
    try {
      await deleteInvitation(id);
      clearNewUserDraft();
      await popup.sweet(notice('invitationDeleted'));
      await navigate('/', { replace: true });
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      void popup.oops(notice('invitationDeleteFailed'));
    } finally {
      setBusy(false);
    }
  };
  return { busy, requestDelete };
}

/** The details of the user who joins. They are stored in the browser until the sign-up is complete. */
export function InviteForm(props: InviteFormProps) {
  const { id, invitation } = props;
  const currentLanguage = useLanguage();
  const navigate = useNavigate();
  const deletion = useDeletion(props);
  const { field, form, set, values } = useRulesForm({
    initial: begin(props),
    check: (entered) => checkInvitationCompletion(entered, currentLanguage),
    submit: async ({ invitedEmail, ...entered }) => {
      const secret = props.secret ?? draftOf(id)?.secret;
      storeNewUserDraft({
        ...entered,
        email: invitedEmail,
        invitationId: id,
        companyId: invitation.companyId,
        ...(secret !== undefined && { secret }),
      });
      await navigate('/sign-up?return_to=/inviteredirect');
    },
  });
  const changeLanguage = (chosen: Language) => {
    set('language', chosen);
    setLanguage(chosen);
  };
  return (
    <form {...form} className={styles.form}>
      <LanguageField
        size="lg"
        label={m.invite_language()}
        value={values.language}
        onChange={changeLanguage}
      />
      <TextInput size="md" label={m.invite_email()} value={invitation.email} readOnly />
      <FieldPair>
        <NameFields size="md" field={field} />
      </FieldPair>
      <PositionField size="md" {...field('position')} />
      <TextInput
        size="md"
        label={m.person_location()}
        required
        placeholder="Commerce City, CO"
        autoComplete="address-level2"
        {...field('location')}
      />
      <PhoneNumberField size="md" placeholder="000-000-0000" {...field('phoneNumber')} />
      <div className={styles.ways}>
        <Button type="submit" size="md" rightSection={<IconArrowRight size={18} aria-hidden />}>
          {m.invite_signUp()}
        </Button>
        <Button
          size="md"
          variant="subtle"
          color="crimson"
          loading={deletion.busy}
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={() => void deletion.requestDelete()}
        >
          {m.invite_delete()}
        </Button>
      </div>
    </form>
  );
}
