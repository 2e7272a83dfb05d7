import { Button } from '@mantine/core';
import { m } from '@/i18n';
import { ErrorBox } from '@/ui/feedback/ErrorSummary';

interface CalendarFailureProps {
  failure: Error | null;
  tryAgain: () => void;
}

/** Shown when the jobs could not be fetched and none are cached. */
export function CalendarFailure({ failure, tryAgain }: CalendarFailureProps) {
  if (failure === null) return null;
  return (
    <div style={{ padding: '12px 20px 0' }}>
      <ErrorBox>
        <span className="row">
          <span className="grow">{failure.message}</span>
          <Button variant="default" onClick={tryAgain}>
            {m.calendar_tryAgain()}
          </Button>
        </span>
      </ErrorBox>
    </div>
  );
}
