/**
 * The rules of credentials for other forms: the domain's form is checked, and its errors are assigned to other
 * fields.
 */
import type { Credentials, FieldError } from '@bindings';
import { language } from '@/i18n';
import { checkCredentials } from '@/wasm/rules';

function refused(typed: Partial<Credentials>, of: keyof Credentials, field: string): FieldError[] {
  const all = checkCredentials({ email: '', password: '', ...typed }, language());
  return all.filter((refusal) => refusal.field === of).map((refusal) => ({ ...refusal, field }));
}

export const checkEmail = (field: string, email: string): FieldError[] => refused({ email }, 'email', field);

/** Checks the length of a password; only the server knows whether it is easy to guess. */
export const checkNewPassword = (field: string, password: string): FieldError[] =>
  refused({ password }, 'password', field);

/** Only checks that the field is not blank. */
export const checkRequired = (field: string, text: string): FieldError[] =>
  refused({ email: text }, 'email', field).filter(({ code }) => code === 'required');
