/** What the forecast of several places means for the roofs of a day. */
import type { Job, JobId, PlaceWeather, WeatherDay } from '@bindings';
import { locale, m } from '@/i18n';
import { limits } from '@/wasm/rules';

/** The weather of one day at the jobs. */
export interface RoofDay {
  day: string;
  rainMm: number;
  /** Of rain, in percent. */
  probability: number;
  windKmh: number;
  /** The jobs of the day with too much rain or wind. */
  badFor: JobId[];
  /** What makes it bad; null if nothing does. */
  bad: 'rain' | 'wind' | null;
}

const isWet = ({ precipitationMm: mm, precipitationProbability: probability }: WeatherDay) =>
  (mm ?? 0) >= limits().wetRainMm && (probability ?? 0) >= limits().wetRainPercent;

const isWindy = ({ windKmh }: WeatherDay) => (windKmh ?? 0) >= limits().windyKmh;

type Dated = Pick<Job, 'id' | 'status' | 'startDate' | 'endDate'>;

const runsOn = ({ status, startDate, endDate }: Dated, day: string) =>
  status === 'active' && startDate !== null && endDate !== null && startDate <= day && day <= endDate;

/** The weather of each day: the worst of the places where jobs run on it, or of all places if none do. */
export function roofDays(places: readonly PlaceWeather[], jobs: readonly Dated[]): Map<string, RoofDay> {
  const known = new Map(jobs.map((job) => [job.id, job]));
  const days = new Set(places.flatMap((place) => place.days.map(({ day }) => day)));
  const read = [...days].toSorted().map((day): [string, RoofDay] => {
    const here = places.flatMap(({ jobIds, days: forecast }) => {
      const weather = forecast.find((each) => each.day === day);
      const running = jobIds.filter((id) => {
        const job = known.get(id);
        return job !== undefined && runsOn(job, day);
      });
      return weather === undefined ? [] : [{ weather, running }];
    });
    const worked = here.filter(({ running }) => running.length > 0);
    const counted = worked.length > 0 ? worked : here;
    const worst = (value: (weather: WeatherDay) => number | null) =>
      Math.max(0, ...counted.map(({ weather }) => value(weather) ?? 0));
    const rainy = worked.filter(({ weather }) => isWet(weather));
    const bad = worked.filter(({ weather }) => isWet(weather) || isWindy(weather));
    return [
      day,
      {
        day,
        rainMm: worst(({ precipitationMm }) => precipitationMm),
        probability: worst(({ precipitationProbability }) => precipitationProbability),
        windKmh: worst(({ windKmh }) => windKmh),
        badFor: [...new Set(bad.flatMap(({ running }) => running))],
        bad: rainy.length > 0 ? 'rain' : bad.length > 0 ? 'wind' : null,
      },
    ];
  });
  return new Map(read);
}

const number = (unit: string, digits: number, value: number): string =>
  new Intl.NumberFormat(locale() === 'es' ? 'es-US' : 'en-US', {
    style: 'unit',
    unit,
    maximumFractionDigits: digits,
  }).format(value);

/** Whether the day has rain or wind worth showing. */
export const showsRain = ({ rainMm, probability }: RoofDay): boolean => rainMm >= 0.3 && probability >= 20;
export const showsWind = ({ windKmh }: RoofDay): boolean => windKmh >= limits().windyKmh * 0.75;

/** '0.5 in': in the units of the trade. */
export const rainText = ({ rainMm }: RoofDay): string => number('inch', 1, Math.max(0.1, rainMm / 25.4));

/** '28 mph'. */
export const windText = ({ windKmh }: RoofDay): string => number('mile-per-hour', 0, windKmh / 1.609_344);

/** 'rain 0.5 in, 80% chance, wind 28 mph'; blank if there is neither. */
export const weatherText = (day: RoofDay): string =>
  [
    showsRain(day) && m.weather_rainOf({ amount: rainText(day) }),
    showsRain(day) && m.weather_chance({ percent: Math.round(day.probability) }),
    showsWind(day) && m.weather_windOf({ speed: windText(day) }),
  ]
    .filter(Boolean)
    .join(', ');
