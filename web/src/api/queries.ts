/** How long an answer is good, and when asking again makes sense. */
import { QueryClient } from '@tanstack/react-query';

import { ApiFailure } from './client';

const passing = (error: Error) => !(error instanceof ApiFailure) || error.passing;

export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => passing(error) && failures < 3,
        retryDelay: (attempt) => Math.min(800 * 2 ** attempt, 5_000),
      },
      mutations: { retry: false },
    },
  });
