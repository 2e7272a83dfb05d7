import { TextInput } from '@mantine/core';
import type { RulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import type { IdentityProof, RequiredProof } from '@/queries/accounts/deletion';
import { CodeField } from '@/ui/inputs/CodeField';
import { PasswordField } from '@/ui/inputs/PasswordField';

export const emptyProof: IdentityProof = { password: '', code: '', confirmation: '' };

/** The password, and a code where the second factor is on; for accounts of an identity provider, a word to type. */
export function IdentityProofFields<T extends IdentityProof>({
  required,
  form,
}: {
  required: RequiredProof;
  form: RulesForm<T>;
}) {
  if (!required.password)
    return (
      <TextInput
        label={m.deletion_word()}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...form.field('confirmation')}
      />
    );
  return (
    <>
      <PasswordField
        label={m.deletion_password()}
        autoComplete="current-password"
        {...form.field('password')}
      />
      {required.code && (
        <CodeField
          ofApp={false}
          label={m.deletion_code()}
          description={m.deletion_codeHint()}
          {...form.field('code')}
        />
      )}
    </>
  );
}
