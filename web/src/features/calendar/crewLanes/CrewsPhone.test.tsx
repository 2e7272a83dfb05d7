import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { jobId } from '@/testing/aJob';
import { mockServer, renderIn, signedIn } from '@/testing/render';

import { useCalendarView } from '../useCalendarView';
import { CrewsPhone } from './CrewsPhone';
import { answers, at, crews, ofCrew } from './testing';

const [crewA, crewB] = crews as [(typeof crews)[0], (typeof crews)[0]];
const tearOff = ofCrew(1, crewA, {
  title: 'Nguyen tear-off',
  startDate: '2026-06-08',
  endDate: '2026-06-10',
});
const gutters = ofCrew(2, crewA, { title: 'Okoye gutters', startDate: '2026-06-10', endDate: '2026-06-11' });
const later = ofCrew(3, crewB, { title: 'Pruitt flashing', startDate: '2026-06-12', endDate: '2026-06-12' });

function Phone() {
  return <CrewsPhone calendar={useCalendarView()} />;
}

const show = () => {
  mockServer(answers([tearOff, gutters, later]));
  return renderIn(() => <Phone />, { profile: signedIn(), at, path: '/app/calendar' });
};

test('a phone shows the jobs of each crew on the selected day, overlaps, and free crews', async () => {
  show();
  const lane = await screen.findByRole('region', { name: 'Crew A' });
  expect(lane).toHaveTextContent('Nguyen tear-off');
  expect(within(lane).getAllByText('Crew A already has 1 job on these days.')).toHaveLength(2);
  const free = await screen.findByRole('region', { name: 'Free on this day' });
  await waitFor(() => expect(free).toHaveTextContent('Ríos Brothers'));
  expect(free).toHaveTextContent('Crew B');
  expect(screen.queryByText('Pruitt flashing')).not.toBeInTheDocument();
});

test('a tap on a card opens the options of its job, to move it without dragging', async () => {
  const { user, router } = show();
  await user.click(await screen.findByRole('button', { name: /Okoye gutters/ }));
  expect(router.state.location.pathname).toBe(`/app/calendar/event_options/${jobId(2)}`);
});
