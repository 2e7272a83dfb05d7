import type { PlaceWeather } from '@bindings';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aJob } from '@/testing/aJob';
import { mockServer, renderIn, signedIn } from '@/testing/render';
import { companyToday } from '@/ui/dates/companyDay';
import { BadWeather } from './BadWeather';
import { RoofWeather } from './RoofWeather';
import { roofDays, weatherText } from './roofWeather';

const today = companyToday();
const plus = (days: number) =>
  new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const job = aJob(1, { startDate: plus(1), endDate: plus(2) });

const weather = (day: string, precipitationMm: number, precipitationProbability: number, windKmh = 5) => ({
  day,
  precipitationMm,
  precipitationProbability,
  windKmh,
  minC: 8,
  maxC: 19,
});

const place = (...days: PlaceWeather['days']): PlaceWeather => ({
  latitude: 36.1,
  longitude: -86.7,
  jobIds: [job.id],
  days,
});

const open = (places: PlaceWeather[], isOffered = true) => {
  sessionStorage.removeItem('ridgeline.weatherSeen');
  mockServer({
    'GET /api/config': { weather: isOffered },
    [`GET /api/weather?from=${today}&to=${plus(15)}`]: { places },
  });
  return renderIn(
    () => (
      <RoofWeather jobs={[job]}>
        <p>calendar</p>
        <BadWeather moveTo={(day, why) => `/app/calendar/move/${day}?why=${why}`} />
      </RoofWeather>
    ),
    { profile: signedIn() },
  );
};

test('a wet day with jobs proposes to move it', async () => {
  open([place(weather(today, 20, 90), weather(plus(1), 12.7, 80, 50))]);
  expect(
    await screen.findByText(/rain 0.5 in, 80% chance, wind 31 mph, with 1 job on the calendar/),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Move this day' })).toHaveAttribute(
    'href',
    `/app/calendar/move/${plus(1)}?why=rain`,
  );
});

test('a proposal that was dismissed does not return', async () => {
  const { user } = open([place(weather(plus(1), 12, 80))]);
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('link', { name: 'Move this day' })).toBeNull();
});

test('rain that is unlikely, or on a day without jobs, proposes nothing', () => {
  const days = roofDays([place(weather(plus(1), 9, 30), weather(plus(4), 9, 90))], [job]);
  expect([...days.values()].map(({ bad }) => bad)).toEqual([null, null]);
});

test('wind alone keeps a crew from the roof', () => {
  const [day] = roofDays([place(weather(plus(2), 0, 0, 60))], [job]).values();
  expect(day).toMatchObject({ bad: 'wind', badFor: [job.id] });
  expect(day && weatherText(day)).toBe('wind 37 mph');
});
