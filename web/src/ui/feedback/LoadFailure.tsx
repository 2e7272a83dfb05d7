import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { m } from '@/i18n';

import { EmptyState } from './EmptyState';

interface LoadFailureProps extends Pick<ComponentProps<typeof EmptyState>, 'art'> {
  /** Why it could not be fetched. */
  why: string;
  /** What to do about it. */
  hint?: string;
  onRetry: () => unknown;
  /** It is fetched once more right now. */
  busy?: boolean;
  /** The label of the button. */
  retry?: string;
}

/** In the place of what could not be fetched. */
export const LoadFailure = ({ why, hint, onRetry, busy = false, retry, ...looks }: LoadFailureProps) => (
  <EmptyState
    {...looks}
    title={why}
    action={
      <Button loading={busy} onClick={() => void onRetry()}>
        {retry ?? m.jobs_retry()}
      </Button>
    }
  >
    {hint ?? m.common_tryAgain()}
  </EmptyState>
);
