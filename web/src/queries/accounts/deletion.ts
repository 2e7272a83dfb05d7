/**
 * Data export and deletion: the company's data as a file, deleting the user's account, deleting the company. A refusal
 * rejects with an `ApiFailure` that includes the errors of the fields.
 */
import { useQuery } from '@tanstack/react-query';
import { ApiFailure, call } from '@/api/client';
import { endSession } from '@/api/token';
import { m } from '@/i18n';

import { accountQuery } from './account';
import { discardReturnTo } from './returnTo';

/** Proof of identity: the password, and a code where the second factor is on; without a password, a word to type. */
export interface IdentityProof {
  password: string;
  code: string;
  confirmation: string;
}

export interface RequiredProof {
  password: boolean;
  code: boolean;
}

/** The identity proof that this user has to give; undefined until it is known. */
export function useRequiredProof() {
  const { data, error, refetch } = useQuery(accountQuery);
  const requiredProof: RequiredProof | undefined = data && {
    password: data.hasPassword,
    code: data.hasPassword && data.secondFactor,
  };
  return { requiredProof, error, refetch };
}

const sent = ({ password, code }: RequiredProof, proof: IdentityProof): Partial<IdentityProof> => ({
  ...(password ? { password: proof.password } : { confirmation: proof.confirmation }),
  ...(code ? { code: proof.code } : {}),
});

function explainFailure(failure: unknown, failureNotice: string): unknown {
  if (!(failure instanceof ApiFailure) || failure.explained) return failure;
  return new ApiFailure(failure.status, failure.code, failureNotice, failure.fields);
}

/** The next sign-in in this tab does not lead back to a deleted account or company. */
function endDeletedSession(): void {
  discardReturnTo();
  endSession();
}

/** Signs out. */
export async function deleteAccount(required: RequiredProof, proof: IdentityProof): Promise<void> {
  try {
    await call('POST', '/api/auth/deleteAccount', sent(required, proof));
  } catch (failure) {
    throw explainFailure(failure, m.deletion_accountFailed());
  }
  endDeletedSession();
}

/** Requires the typed name of the company. Signs out all its users. */
export async function deleteCompany(
  required: RequiredProof,
  proof: IdentityProof & { name: string },
): Promise<void> {
  try {
    await call('POST', '/api/company/delete', { name: proof.name, ...sent(required, proof) });
  } catch (failure) {
    throw explainFailure(failure, m.deletion_companyFailed());
  }
  endDeletedSession();
}

/** The address of the company's export. It works for a few minutes, without a sign-in. */
export async function exportAddress(): Promise<string> {
  try {
    return (await call<{ export: { url: string } }>('POST', '/api/company/export/link', {})).export.url;
  } catch (failure) {
    throw explainFailure(failure, m.deletion_exportFailed());
  }
}
