import type { Job } from '@bindings';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setLanguage } from '@/i18n';
import { renderIn } from '@/testing/render';
import { dayOf, dayText, numericDay } from '@/ui/dates/dates';
import { CharacterCounter } from '@/ui/inputs/CharacterCounter';
import { CrewName } from '@/ui/jobs/CrewName';
import { jobColor } from '@/ui/jobs/jobColor';
import { colors } from '@/wasm/rules';

test('a job keeps its color in the dark scheme, in its dark shade', () => {
  const [brick] = colors();
  expect(jobColor('#b72b12', 'light')).toEqual({ fill: brick?.light, text: brick?.lightText });
  expect(jobColor('#B72B12', 'dark')).toEqual({ fill: brick?.dark, text: brick?.darkText });
});

test('a color outside of the palette is used as it is, with readable text', () => {
  expect(jobColor('#fff200', 'light')).toEqual({ fill: '#fff200', text: '#10181F' });
  expect(jobColor('#101080', 'dark')).toEqual({ fill: '#101080', text: '#FFFFFF' });
});

test('completed jobs are gray whatever their color', () => {
  expect(jobColor('#B72B12', 'light', true)).toEqual(jobColor('#1A3F69', 'light', true));
});

const aJob = (crew: Partial<Job>) =>
  ({
    companyInfo: null,
    assignedToUserInfo: null,
    customSubcontractorName: null,
    customCrewMemberName: null,
    isCustom: false,
    isAcceptedBySub: false,
    assignedToCompanyId: null,
    assignedToUserId: null,
    crewId: null,
    ...crew,
  }) as Job;

test('pending and accepted crews differ, also without colors', () => {
  const sub = {
    companyInfo: { name: 'Ríos Brothers' },
    assignedToCompanyId: '0199a000-0000-7000-8000-0000000000c2',
  };
  renderIn(() => (
    <>
      <p data-testid="accepted">
        <CrewName job={aJob({ ...sub, isAcceptedBySub: true })} />
      </p>
      <p data-testid="pending">
        <CrewName job={aJob(sub)} long />
      </p>
      <p data-testid="none">
        <CrewName job={aJob({})} />
      </p>
    </>
  ));
  expect(screen.getByTestId('accepted')).toHaveTextContent('Ríos Brothers (accepted)');
  expect(screen.getByTestId('pending')).toHaveTextContent('Ríos Brothers (pending acceptance)');
  expect(screen.getByTestId('none')).toHaveTextContent('No crew yet');
});

test('dates have the specified format', () => {
  expect(dayText('2026-06-09')).toBe('Jun 9th 2026');
  expect(dayText(null)).toBe('–');
  setLanguage('spanish');
  expect(dayText('2026-06-09')).toBe('9 jun 2026');
  expect(numericDay('2026-06-09')).toBe('06/09/2026');
  expect(dayOf(new Date(2026, 5, 9, 23, 30))).toBe('2026-06-09');
});

test('a counter is not announced until the limit is near', () => {
  renderIn(() => (
    <>
      <CharacterCounter text={'a'.repeat(100)} max={300} />
      <CharacterCounter text={'a'.repeat(285)} max={300} />
      <CharacterCounter text={'a'.repeat(301)} max={300} />
    </>
  ));
  expect(screen.getAllByRole('status').map((status) => status.textContent)).toEqual([
    '',
    '20 characters left',
    'limit reached',
  ]);
  expect(screen.getByText('301 / 300')).toBeInTheDocument();
});
