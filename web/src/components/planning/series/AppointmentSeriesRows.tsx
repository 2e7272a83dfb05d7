import type { Appointment, RepeatRule, Series } from '@bindings';
import { IconChevronRight, IconRepeat, IconRepeatOff } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { ApiFailure } from '@/api/client';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import {
  useAppointmentSeries,
  useAppointmentSeriesChanges,
  useRepeatedAppointments,
} from '@/queries/calendar/appointmentSeries';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { dayOfWall, wallOf } from '@/ui/dates/wallTime';
import { confirm, popup } from '@/ui/overlays/popups';
import { toast } from '@/ui/overlays/toasts';
import { ChangeAppointmentsPanel } from './ChangeAppointmentsPanel';
import { RepeatPanel } from './RepeatPanel';
import { fullDay, seriesText } from './repeatDays';
import styles from './Series.module.css';

interface SeriesRowsProps {
  appointment: Appointment;
  /** The name of the customer. */
  under: string;
  /** The style of a row. */
  row: string | undefined;
}

/** Deletes the appointments behind this one after a question, and says which ones stayed. */
function useStop(appointment: Appointment, left: number) {
  const { stop } = useAppointmentSeriesChanges();
  return async () => {
    const sure = await confirm({
      body: m.series_stopSureAppointments({ count: left }),
      confirmLabel: m.series_stop(),
      danger: true,
    });
    if (!sure) return;
    try {
      const { deleted, kept } = await stop(appointment.id);
      const done = m.series_stoppedAppointments({ count: deleted.length });
      if (kept.length === 0) toast.sweet(done);
      else toast.warn(done, m.series_keptAppointments({ count: kept.length }));
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      void popup.oops(failure.message);
    }
  };
}

const Row = ({ icon, children, ...button }: ComponentProps<'button'> & { icon: ReactNode }) => (
  <button type="button" {...button}>
    {icon}
    <span className="grow">{children}</span>
    <IconChevronRight size={17} aria-hidden />
  </button>
);

const repeatIcon = <IconRepeat size={21} stroke={1.7} aria-hidden />;

/** Repeats an appointment that does not repeat yet. */
function RepeatRow({ appointment, under, row }: SeriesRowsProps) {
  const zone = useCompanyZone();
  const { repeat } = useAppointmentSeriesChanges();
  const [repeating, setRepeating] = useState(false);
  const useDays = (rule: RepeatRule | null) => useRepeatedAppointments(appointment, rule);
  return (
    <>
      <Permitted action="appointments.create">
        <Row className={row} icon={repeatIcon} onClick={() => setRepeating(true)}>
          {m.series_repeat()}
        </Row>
      </Permitted>
      {repeating && (
        <RepeatPanel
          title={m.series_repeatAppointment()}
          under={under}
          useDays={useDays}
          write={(start) => fullDay(dayOfWall(wallOf(start, zone)))}
          texts={{
            hint: m.series_hintAppointments(),
            endTimes: m.series_endTimesAppointments(),
            times: m.series_timesAppointments(),
            create: (input) => m.series_createAppointments(input),
            made: (input) => m.series_madeAppointments(input),
          }}
          save={async (rule) =>
            (await repeat({ appointmentId: appointment.id, ...rule })).appointments.length
          }
          onClose={() => setRepeating(false)}
        />
      )}
    </>
  );
}

/** How often an appointment repeats, and what can be done about it. */
function SeriesRow({ appointment, series, row }: Omit<SeriesRowsProps, 'under'> & { series: Series }) {
  const [changing, setChanging] = useState(false);
  const left = series.following;
  const stop = useStop(appointment, left);
  return (
    <>
      <p className={`num ${styles.rule}`}>
        {m.series_head()}: {seriesText(series)}
      </p>
      <Permitted action="appointments.edit">
        <Row className={row} icon={repeatIcon} onClick={() => setChanging(true)}>
          {m.series_changeAppointments()}
        </Row>
      </Permitted>
      {left > 0 && (
        <Permitted action="appointments.edit">
          <Row
            className={row}
            icon={<IconRepeatOff size={21} stroke={1.7} aria-hidden />}
            onClick={() => void stop()}
          >
            {m.series_stop()}
          </Row>
        </Permitted>
      )}
      {changing && (
        <ChangeAppointmentsPanel
          appointment={appointment}
          series={series}
          onClose={() => setChanging(false)}
        />
      )}
    </>
  );
}

/** The rows of an appointment's options about its repetition; none until it is known whether it repeats. */
export function AppointmentSeriesRows(props: SeriesRowsProps) {
  const { data: series } = useAppointmentSeries(props.appointment.id);
  if (series === undefined) return null;
  return (
    <>
      {series !== null && <SeriesRow {...props} series={series} />}
      {/* The last one of a series may begin another one. */}
      {(series === null || series.following === 0) && <RepeatRow {...props} />}
    </>
  );
}
