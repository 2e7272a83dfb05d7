/**
 * What people may take with them, and how they go for good: everything of the company as a file, the end of one's own
 * account, the end of the company. A refusal rejects with an `ApiFailure`; what is wrong in a field stands in it.
 */
import { useQuery } from '@tanstack/react-query';
import { ApiFailure, call } from '@/api/client';
import { sessionIsOver } from '@/api/token';
import { m } from '@/i18n';

import { standingQuery } from './accountStanding';
import { dropPlace } from './returnPlace';

/** Whether it is really the person who is signed in: by password, and code where one is asked for, or by a word. */
export interface Proof {
  password: string;
  code: string;
  confirmation: string;
}

export interface ProofAsked {
  password: boolean;
  code: boolean;
}

/** What this person has to prove that they are who they are; undefined until that is known. */
export function useProofAsked() {
  const { data, error, refetch } = useQuery(standingQuery);
  const asked: ProofAsked | undefined = data && {
    password: data.hasPassword,
    code: data.hasPassword && data.secondFactor,
  };
  return { asked, error, refetch };
}

const sent = ({ password, code }: ProofAsked, proof: Proof): Partial<Proof> => ({
  ...(password ? { password: proof.password } : { confirmation: proof.confirmation }),
  ...(code ? { code: proof.code } : {}),
});

function inWords(failure: unknown, broken: string): unknown {
  if (!(failure instanceof ApiFailure) || failure.explained) return failure;
  return new ApiFailure(failure.status, failure.code, broken, failure.fields);
}

/** Whoever signs in next in this tab is not led back to what is gone. */
function isGone(): void {
  dropPlace();
  sessionIsOver();
}

/** After it nobody is signed in here. */
export async function deleteAccount(asked: ProofAsked, proof: Proof): Promise<void> {
  try {
    await call('POST', '/api/auth/deleteAccount', sent(asked, proof));
  } catch (failure) {
    throw inWords(failure, m.deletion_accountFailed());
  }
  isGone();
}

/** The name is the company's, typed by hand. After it nobody of the company is signed in. */
export async function deleteCompany(asked: ProofAsked, proof: Proof & { name: string }): Promise<void> {
  try {
    await call('POST', '/api/company/delete', { name: proof.name, ...sent(asked, proof) });
  } catch (failure) {
    throw inWords(failure, m.deletion_companyFailed());
  }
  isGone();
}

/** Where everything of the company can be fetched for a few minutes, without being signed in. */
export async function exportAddress(): Promise<string> {
  try {
    return (await call<{ export: { url: string } }>('POST', '/api/company/export/link', {})).export.url;
  } catch (failure) {
    throw inWords(failure, m.deletion_exportFailed());
  }
}
