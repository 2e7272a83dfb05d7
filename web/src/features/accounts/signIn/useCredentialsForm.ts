import type { FieldError } from '@bindings';
import { useSearchParams } from 'react-router';
import { useInlineErrorForm } from '@/components/forms/useInlineErrorForm';
import { useLanguage } from '@/i18n';
import { readNewUserDraft } from '@/queries/companies/newUserDraft';
import { checkCredentials } from '@/wasm/rules';

interface Credentials {
  email: string;
  password: string;
}

/** Only the invited address can join, so it is filled in for invited users. */
function useInvitedEmail(): string {
  const [search] = useSearchParams();
  return search.get('return_to') === '/inviteredirect' ? (readNewUserDraft()?.email ?? '') : '';
}

/** Email and password. */
export function useCredentialsForm(
  send: (credentials: Credentials) => unknown,
  applies: (refusal: FieldError) => boolean = () => true,
) {
  const language = useLanguage();
  const email = useInvitedEmail();
  return useInlineErrorForm({
    initial: { email, password: '' },
    check: (values) => checkCredentials(values, language).filter(applies),
    submit: send,
  });
}
