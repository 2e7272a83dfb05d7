import { Button } from '@mantine/core';
import { IconArrowRight, IconLogout } from '@tabler/icons-react';
import { Navigate, useNavigate } from 'react-router';
import { call } from '@/api/client';
import { ApiFailure } from '@/api/failure';
import { m, notice } from '@/i18n';
import { type Profile, useAccount } from '@/queries/accounts/session';
import { browserZone } from '@/queries/companies/timeZone';
import { profilePath } from '@/queries/jobs/listPrefetch';
import { RidgelineLogo } from '@/ui/brand/RidgelineLogo';
import { BrandBar } from '@/ui/layout/BrandBar';
import { popup } from '@/ui/overlays/popups';
import { progress } from '@/wasm/rules';

import { CompanyStep } from './CompanyStep';
import { ConfirmStep } from './ConfirmStep';
import { DetailsStep } from './DetailsStep';
import { clearDraft, useDraft } from './draft';
import styles from './Onboarding.module.css';
import { StepFrame } from './StepFrame';
import { StepList } from './StepList';
import { TypeStep } from './TypeStep';

/** `/app/configure`: the wizard that creates the company of a new account. */
export function OnboardingScreen() {
  const { user, company, signOut, amend } = useAccount();
  const { step, values, change, go } = useDraft(user);
  const navigate = useNavigate();

  /** Creates the account, or finds the one of an earlier try whose answer was lost. */
  const create = async (): Promise<Profile> => {
    try {
      return await call<Profile>('POST', '/api/auth/createNewAccountWithCompany', {
        ...values,
        timeZone: browserZone(),
      });
    } catch (failure) {
      if (!(failure instanceof ApiFailure && (failure.unheard || failure.status === 409))) throw failure;
      const stored = await call<Profile>('GET', profilePath).catch(() => null);
      if (stored?.company == null) throw failure;
      return stored;
    }
  };

  const finish = async () => {
    go(5);
    try {
      const profile = await create();
      clearDraft();
      await popup.success(
        m.onboarding_ready({ company: profile.company?.name ?? values.company_name }),
        m.common_continue(),
      );
      amend(profile);
      await navigate('/app/company', { replace: true });
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      await popup.hmm(
        <>
          {notice('accountCreateFailed')}
          <br />
          {notice('requestFailed', { reason: failure.message })}
        </>,
      );
      go(1);
    }
  };

  if (user.accountCreationComplete && company !== null) return <Navigate to="/app/company" replace />;

  return (
    <div className={styles.page}>
      <header>
        <BrandBar>
          {step > 0 && (
            <button type="button" className={styles.logOut} onClick={() => void signOut()}>
              <IconLogout size={18} aria-hidden />
              {m.session_logOut()}
            </button>
          )}
        </BrandBar>
        <div
          className={styles.progress}
          role="progressbar"
          aria-label={m.onboarding_progress()}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={progress(step)}
        >
          <span style={{ width: `${progress(step)}%` }} />
        </div>
      </header>
      <div className={styles.body}>
        <StepList step={step} values={values} />
        <main className={styles.main}>
          {step === 0 && (
            <StepFrame title={m.onboarding_welcome()} text={m.onboarding_welcomeText()}>
              <Button size="md" rightSection={<IconArrowRight size={18} />} onClick={() => go(1)}>
                {m.onboarding_start()}
              </Button>
            </StepFrame>
          )}
          {step === 1 && <DetailsStep values={values} change={change} />}
          {step === 2 && <TypeStep values={values} change={change} />}
          {step === 3 && <CompanyStep values={values} change={change} />}
          {step === 4 && <ConfirmStep values={values} go={go} onFinish={() => void finish()} />}
          {step === 5 && (
            <div className={styles.creating} role="status">
              <RidgelineLogo size={64} />
              <span className={styles.spinner} />
              {m.onboarding_creating()}
            </div>
          )}
        </main>
      </div>
    </div>
  );
}
