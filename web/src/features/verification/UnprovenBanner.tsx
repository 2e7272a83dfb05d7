import { useQuery } from '@tanstack/react-query';
import { m } from '@/i18n';
import { standingQuery } from '@/session/accountStanding';
import { useResendVerification } from '@/session/resendVerification';
import { BannerLine } from '@/ui/BannerLine';
import { told } from '@/ui/told';

/** A quiet line for who has not opened the mail yet: everything works meanwhile. */
export function UnprovenBanner({ onDismiss }: { onDismiss: () => void }) {
  const { data: account } = useQuery(standingQuery);
  const { resend, busy } = useResendVerification();
  return (
    <BannerLine title={m.verify_line()} onDismiss={onDismiss}>
      <span data-more>{m.verify_where({ email: account?.email ?? '' })}</span>{' '}
      <button type="button" disabled={busy} onClick={() => void told(resend, m.verify_sent())}>
        {m.verify_resend()}
      </button>
    </BannerLine>
  );
}
