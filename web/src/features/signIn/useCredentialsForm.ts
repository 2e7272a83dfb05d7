import type { FieldError } from '@bindings';
import { useState } from 'react';
import { useLanguage } from '@/i18n';
import { useRulesForm } from '@/ui/useRulesForm';
import { checkCredentials } from '@/wasm/rules';

interface Credentials {
  email: string;
  password: string;
}

/** Email and password. `failed` is why the server did not let the person in; null while nothing went wrong. */
export function useCredentialsForm(
  send: (credentials: Credentials) => unknown,
  asked: (refusal: FieldError) => boolean = () => true,
) {
  const language = useLanguage();
  const [failed, setFailed] = useState<string | null>(null);
  const form = useRulesForm({
    initial: { email: '', password: '' },
    check: (values) => checkCredentials(values, language).filter(asked),
    submit: (values) => {
      setFailed(null);
      return send(values);
    },
    failed: (failure) => setFailed(failure.message),
  });
  return { ...form, failed };
}
