import { useState } from 'react';
import type { ApiFailure } from '@/api/failure';

import { type RulesFormOptions, useRulesForm } from './useRulesForm';

interface InlineErrorFormOptions<T> extends Omit<RulesFormOptions<T>, 'onFailure'> {
  /** Handles failures that leave the form; returns whether it handled this one. */
  handled?: (failure: ApiFailure) => boolean;
}

/** A form that shows its own error, not a popup: `failure` is why it was refused as a whole, null while it was not. */
export function useInlineErrorForm<T extends object>({
  submit,
  handled = () => false,
  ...options
}: InlineErrorFormOptions<T>) {
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const form = useRulesForm({
    ...options,
    submit: (values, was) => {
      setFailure(null);
      return submit(values, was);
    },
    onFailure: (refused) => {
      if (!handled(refused)) setFailure(refused);
    },
  });
  return {
    ...form,
    failure,
    reset: (from?: T) => {
      setFailure(null);
      form.reset(from);
    },
  };
}
