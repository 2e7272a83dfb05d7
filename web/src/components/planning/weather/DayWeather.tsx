import { IconCloudRain, IconWind } from '@tabler/icons-react';
import styles from './DayWeather.module.css';
import { useRoofDays } from './RoofWeather';
import { rainText, showsRain, showsWind, weatherText, windText } from './roofWeather';

/** A small mark for a day with too much rain or wind for its jobs, where there is no space for numbers. */
export function BadDayMark({ day, className }: { day: string; className: string }) {
  const weather = useRoofDays().get(day);
  if (weather === undefined || weather.bad === null) return null;
  const Icon = weather.bad === 'rain' ? IconCloudRain : IconWind;
  return (
    <>
      <span className="spoken">, {weatherText(weather)}</span>
      <Icon className={className} size={14} stroke={2.2} aria-hidden />
    </>
  );
}

/** Rain and wind of a day, as two marks; nothing on a fair day. */
export function DayWeather({ day }: { day: string }) {
  const weather = useRoofDays().get(day);
  if (weather === undefined || weatherText(weather) === '') return null;
  return (
    <span className={styles.weather} data-bad={weather.bad !== null || undefined}>
      <span className="spoken">, {weatherText(weather)}</span>
      {showsRain(weather) && (
        <span className={styles.mark} aria-hidden>
          <IconCloudRain size={15} stroke={2} />
          {rainText(weather)}
        </span>
      )}
      {showsWind(weather) && (
        <span className={styles.mark} aria-hidden>
          <IconWind size={15} stroke={2} />
          {windText(weather)}
        </span>
      )}
    </span>
  );
}
