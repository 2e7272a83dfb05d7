import { useMutation } from '@tanstack/react-query';
import { call } from '@/api/client';

/** Mails the verification link again; returns the address. */
export function useResendVerification() {
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => call<{ sentTo: string }>('POST', '/api/auth/local/resendVerification'),
  });
  return { resend: async () => (await mutateAsync()).sentTo, busy: isPending };
}
