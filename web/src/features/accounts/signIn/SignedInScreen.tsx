import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiFailure } from '@/api/failure';
import { m } from '@/i18n';
import { ErrorBox } from '@/ui/feedback/ErrorSummary';
import { LoadingScreen } from '@/ui/feedback/LoadingScreen';

import { AuthFrame } from './AuthFrame';
import { exchangeCode, providerUrl, useStartSession } from './signInRequests';

/**
 * `/signed-in`: the callback of the identity provider. The code works once, so it is exchanged once, and it is
 * removed from the address before the user can copy it.
 */
export function SignedInScreen() {
  const [search] = useSearchParams();
  const [{ code, returnTo }] = useState(() => ({
    code: search.get('code') ?? '',
    returnTo: search.get('return_to'),
  }));
  const [failed, setFailed] = useState<string | null>(null);
  const navigate = useNavigate();
  const enter = useStartSession();
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    const arrive = async () => {
      try {
        await enter(await exchangeCode(code));
      } catch (failure) {
        if (!(failure instanceof ApiFailure)) throw failure;
        await navigate('/signed-in', { replace: true });
        setFailed(failure.message);
      }
    };
    void arrive();
  }, [code, enter, navigate]);

  if (failed === null) return <LoadingScreen />;
  return (
    <AuthFrame title={m.session_notSignedIn()} under={null}>
      <ErrorBox>{failed}</ErrorBox>
      <Button component="a" href={providerUrl(false, returnTo)} size="md" fullWidth>
        {m.session_signInAgain()}
      </Button>
    </AuthFrame>
  );
}
