import { Button } from '@mantine/core';
import { IconCloudRain, IconWind } from '@tabler/icons-react';
import { Link, type To } from 'react-router';
import { m } from '@/i18n';
import { shortDay } from '@/i18n/dayNames';
import { useSession } from '@/queries/accounts/session';
import { companyToday } from '@/ui/dates/companyDay';
import { PlanningLine } from '../PlanningLine';
import { useRoofDays } from './RoofWeather';
import { weatherText } from './roofWeather';
import { useSeenWeather } from './useSeenWeather';

/** Proposes to move the next day with too much rain or wind. `moveTo` is the address where a day is moved. */
export function BadWeather({ moveTo }: { moveTo: (day: string, why: string) => To }) {
  const { may } = useSession();
  const days = useRoofDays();
  const { seen, addSeen } = useSeenWeather();
  const today = companyToday();
  const next = [...days.values()].find(({ day, bad }) => bad !== null && day >= today && !seen.includes(day));
  if (next === undefined || next.bad === null || !may('jobs.schedule')) return null;
  const Icon = next.bad === 'rain' ? IconCloudRain : IconWind;
  return (
    <PlanningLine
      label={m.weather_title()}
      tone="warn"
      icon={<Icon size={20} aria-hidden />}
      action={
        <Button component={Link} variant="default" to={moveTo(next.day, next.bad)}>
          {m.shift_moveThis()}
        </Button>
      }
      onDismiss={() => addSeen(next.day)}
    >
      {m.weather_line({
        day: shortDay(next.day),
        weather: weatherText(next),
        jobs: m.calendar_jobCount({ count: next.badFor.length }),
      })}
    </PlanningLine>
  );
}
