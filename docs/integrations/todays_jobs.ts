/**
 * Prints the jobs of the day and what waits for an answer, with the generated client.
 *
 *     RIDGELINE_URL=https://jobs.example.com RIDGELINE_KEY=rl_... node todays_jobs.ts
 *
 * Needs Node 24, which runs TypeScript as it is, and an API key that may read.
 */
import { env } from 'node:process';
import { RidgelineError, ridgeline } from '../../bindings/client.ts';

const api = ridgeline({ url: env.RIDGELINE_URL ?? '', token: env.RIDGELINE_KEY ?? '' });

try {
  const { jobs, unscheduled, waiting } = await api.todayToday();
  for (const { title, city, state, startDate, endDate } of jobs)
    console.log(`${title}, ${city}, ${state}: ${startDate} to ${endDate}`);
  console.log(`${unscheduled.length} jobs have no days, ${waiting.assignments.length} wait for an answer`);
} catch (failure) {
  if (!(failure instanceof RidgelineError)) throw failure;
  console.error(`${failure.status} ${failure.code}: ${failure.message}`);
  process.exitCode = 1;
}
