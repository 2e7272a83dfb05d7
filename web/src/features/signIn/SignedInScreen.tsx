import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiFailure } from '@/api/failure';
import { m } from '@/i18n';
import { ErrorBox } from '@/ui/ErrorSummary';
import { LoadingScreen } from '@/ui/LoadingScreen';

import { AuthFrame } from './AuthFrame';
import { exchange, providerAddress, useEnter } from './api';

/**
 * `/signed-in`: where an identity provider's answer brings the browser. The code works once, so it is handed in once,
 * and it leaves the address before anybody can copy it.
 */
export function SignedInScreen() {
  const [search] = useSearchParams();
  const [{ code, returnTo }] = useState(() => ({
    code: search.get('code') ?? '',
    returnTo: search.get('return_to'),
  }));
  const [failed, setFailed] = useState<string | null>(null);
  const navigate = useNavigate();
  const enter = useEnter();
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    const arrive = async () => {
      try {
        await enter(await exchange(code));
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
      <Button component="a" href={providerAddress(false, returnTo)} size="md" fullWidth>
        {m.session_signInAgain()}
      </Button>
    </AuthFrame>
  );
}
