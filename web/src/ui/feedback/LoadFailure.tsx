import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { m } from '@/i18n';

import { EmptyState } from './EmptyState';

interface LoadFailureProps extends Pick<ComponentProps<typeof EmptyState>, 'art'> {
  /** The error message. */
  why: string;
  /** What to do about it. */
  hint?: string;
  onRetry: () => unknown;
  /** A retry is running. */
  busy?: boolean;
  /** The label of the button. */
  retry?: string;
}

/** Shown instead of content that could not be fetched. */
export const LoadFailure = ({ why, hint, onRetry, busy = false, retry, ...props }: LoadFailureProps) => (
  <EmptyState
    {...props}
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
