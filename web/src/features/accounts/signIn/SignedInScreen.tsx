import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiFailure } from '@/api/failure';
import { m } from '@/i18n';
import { ErrorBox } from '@/ui/feedback/ErrorSummary';
import { LoadingScreen } from '@/ui/feedback/LoadingScreen';

import { AuthFrame } from './AuthFrame';
import { CodeStep } from './CodeStep';
import { exchangeCode, providerUrl, useSignInResult } from './signInRequests';

/**
 * `/signed-in`: the callback of an identity provider. The code works once, so it is exchanged once, and it is
 * removed from the address before the user can copy it. Where the second factor is on, its code follows.
 */
export function SignedInScreen() {
  const [search] = useSearchParams();
  const [{ code, returnTo }] = useState(() => ({
    code: search.get('code') ?? '',
    returnTo: search.get('return_to'),
  }));
  const [failed, setFailed] = useState<string | null>(null);
  const [step, setStep] = useState<string | null>(null);
  const navigate = useNavigate();
  const handle = useSignInResult();
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    const arrive = async () => {
      try {
        const next = await handle(await exchangeCode(code));
        if (next === null) return;
        const back = returnTo === null ? '' : `?${new URLSearchParams({ return_to: returnTo })}`;
        await navigate(`/signed-in${back}`, { replace: true });
        setStep(next);
      } catch (failure) {
        if (!(failure instanceof ApiFailure)) throw failure;
        await navigate('/signed-in', { replace: true });
        setFailed(failure.message);
      }
    };
    void arrive();
  }, [code, handle, navigate, returnTo]);

  const leave = (why: string | null) => {
    setStep(null);
    setFailed(why ?? '');
  };
  if (step !== null) return <CodeStep step={step} keep onLeave={leave} />;

  if (failed === null) return <LoadingScreen />;
  return (
    <AuthFrame title={m.session_notSignedIn()} under={null}>
      {failed !== '' && <ErrorBox>{failed}</ErrorBox>}
      <Button component="a" href={providerUrl(false, returnTo)} size="md" fullWidth>
        {m.session_signInAgain()}
      </Button>
    </AuthFrame>
  );
}
