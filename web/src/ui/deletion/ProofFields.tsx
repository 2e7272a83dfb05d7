import { TextInput } from '@mantine/core';
import { m } from '@/i18n';
import type { Proof, ProofAsked } from '@/session/deletion';
import { CodeField } from '../CodeField';
import { PasswordField } from '../PasswordField';
import type { RulesForm } from '../useRulesForm';

export const noProof: Proof = { password: '', code: '', confirmation: '' };

/** The password once more, and the code where one is asked for; where an identity provider knows them, a word. */
export function ProofFields<T extends Proof>({ asked, form }: { asked: ProofAsked; form: RulesForm<T> }) {
  if (!asked.password)
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
      {asked.code && (
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
