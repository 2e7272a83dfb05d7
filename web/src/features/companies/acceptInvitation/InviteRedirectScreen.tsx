import type { NewUserSettings } from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { ApiFailure } from '@/api/client';
import { readToken } from '@/api/token';
import { m } from '@/i18n';
import { applyProfileLanguage, profileQuery, useSignOut } from '@/queries/accounts/session';
import { isOpenInvitation, submitInvitation } from '@/queries/companies/invitations';
import { clearNewUserDraft, readNewUserDraft } from '@/queries/companies/newUserDraft';
import { LoadingScreen } from '@/ui/feedback/LoadingScreen';
import { popup } from '@/ui/overlays/popups';

import styles from './Invite.module.css';

/** Submits the stored form and redirects depending on the response. */
function useJoin() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const signOut = useSignOut();

  const refused = useCallback(
    async ({ status, message }: ApiFailure, invitationId: string) => {
      if (status === 400) {
        const open = await isOpenInvitation(invitationId);
        await popup.oops(message);
        // The account has a different email address than the invitation, or already belongs to a company.
        if (open) await signOut();
        else clearNewUserDraft();
        return navigate('/', { replace: true });
      }
      await popup.oops(message);
      if (status === 401) return navigate('/', { replace: true });
    },
    [navigate, signOut],
  );

  return useCallback(
    async (settings: NewUserSettings) => {
      try {
        const profile = await submitInvitation(settings);
        clearNewUserDraft();
        queries.clear();
        queries.setQueryData(profileQuery.queryKey, profile);
        applyProfileLanguage(profile);
        await navigate('/app/company', { replace: true });
      } catch (failure) {
        if (!(failure instanceof ApiFailure)) throw failure;
        await refused(failure, settings.invitationId);
      }
    },
    [queries, navigate, refused],
  );
}

/** `/inviteredirect`: where the sign-up page redirects an invited user to. */
export function InviteRedirectScreen() {
  const [settings] = useState(readNewUserDraft);
  const [signedIn] = useState(() => readToken() !== null);
  const join = useJoin();
  const sent = useRef(false);
  useEffect(() => {
    if (settings === null || !signedIn || sent.current) return;
    sent.current = true;
    void join(settings);
  }, [settings, signedIn, join]);

  if (settings === null) return <Navigate to="/" replace />;
  if (!signedIn) return <Navigate to="/sign-up?return_to=/inviteredirect" replace />;
  return (
    <LoadingScreen>
      <button type="button" className={styles.reload} onClick={() => window.location.reload()}>
        {m.invite_reload()}
      </button>
    </LoadingScreen>
  );
}
