import { useQuery } from '@tanstack/react-query';
import { runWithToast } from '@/components/feedback/runWithToast';
import { m } from '@/i18n';
import { accountQuery } from '@/queries/accounts/account';
import { useResendVerification } from '@/queries/accounts/resendVerification';
import { Banner } from '@/ui/feedback/Banner';

/** A banner for users with an unverified address. The app works meanwhile. */
export function UnverifiedEmailBanner({ onDismiss }: { onDismiss: () => void }) {
  const { data: account } = useQuery(accountQuery);
  const { resend, busy } = useResendVerification();
  return (
    <Banner title={m.verify_line()} onDismiss={onDismiss}>
      <span data-more>{m.verify_where({ email: account?.email ?? '' })}</span>{' '}
      <button type="button" disabled={busy} onClick={() => void runWithToast(resend, m.verify_sent())}>
        {m.verify_resend()}
      </button>
    </Banner>
  );
}
