import type { FieldError } from '@bindings';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ApiFailure } from '@/api/failure';
import { useRulesForm } from '@/components/forms/useRulesForm';
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

/**
 * Email and password. `failed` is why the server did not let the person in; null while nothing went wrong. `mismatch`:
 * it was because the two do not belong together.
 */
export function useCredentialsForm(
  send: (credentials: Credentials) => unknown,
  asked: (refusal: FieldError) => boolean = () => true,
) {
  const language = useLanguage();
  const email = useInvitedEmail();
  const [failed, setFailed] = useState<ApiFailure | null>(null);
  const form = useRulesForm({
    initial: { email, password: '' },
    check: (values) => checkCredentials(values, language).filter(asked),
    submit: (values) => {
      setFailed(null);
      return send(values);
    },
    onFailure: setFailed,
  });
  return { ...form, failed: failed?.message ?? null, mismatch: failed?.status === 401 };
}
