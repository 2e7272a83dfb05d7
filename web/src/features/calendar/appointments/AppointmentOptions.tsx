import type { Appointment } from '@bindings';
import { IconChevronRight, IconPencil, IconTrash } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { m, notice } from '@/i18n';
import { useAppointment, useAppointmentChanges, useWhyUnmoved } from '@/session/appointments';
import { useSession } from '@/session/session';
import { useCompanyZone } from '@/session/timeZone';
import { ColourBar } from '@/ui/ColourBar';
import { ColourPicker } from '@/ui/ColourPicker';
import { useLeave } from '@/ui/leaving';
import { Overlay } from '@/ui/Overlay';
import { Permitted } from '@/ui/Permitted';
import { confirm, popup } from '@/ui/popups';
import { StatusPill } from '@/ui/StatusPill';
import { rangeText } from '@/ui/times';
import { told } from '@/ui/told';

import frame from '../jobOptions/JobOptions.module.css';
import { useCalendarView } from '../useCalendarView';
import { AppointmentCalendars } from './AppointmentCalendars';
import { AppointmentPlace } from './AppointmentPlace';
import { customerOf, dayIn, employeeOf } from './appointmentWords';
import { CompleteForm } from './CompleteForm';
import { EditPanel } from './EditPanel';
import { MoveForm } from './MoveForm';
import { useAppointmentMoves } from './useAppointmentMoves';
import { ZoneHint } from './ZoneHint';

/** A box that was moved is drawn anew, so the one that opened the options may be gone: its successor takes focus. */
function focusAppointment(id: string, frames = 20): void {
  requestAnimationFrame(() => {
    const at = document.activeElement;
    // Going back takes the browser a moment, in which the options still stand.
    if (at?.closest('[role="dialog"]') && frames > 0) return focusAppointment(id, frames - 1);
    if (at !== document.body) return;
    const shown = document.querySelector<HTMLElement>(`[data-appointment="${CSS.escape(id)}"]`);
    shown?.focus({ preventScroll: true });
  });
}

interface OpenProps {
  appointment: Appointment;
  close: () => void;
}

function Rows({ appointment, close }: OpenProps) {
  const { remove } = useAppointmentChanges();
  const { may } = useSession();
  const whyUnmoved = useWhyUnmoved();
  const zone = useCompanyZone();
  const [editing, setEditing] = useState(false);
  // Completed appointments are refused for the same reason as moves.
  const locked = may('appointments.edit') ? (whyUnmoved(appointment.status)?.message ?? null) : null;

  const askDelete = async () => {
    const sure = await confirm({
      danger: true,
      body: (
        <>
          {m.appointments_deleteSure({
            customer: customerOf(appointment),
            day: dayIn(appointment.start, zone),
          })}{' '}
          {notice('cannotRevert')}
        </>
      ),
      confirmLabel: m.appointments_deleteYes(),
    });
    if (!sure) return;
    close();
    await told(() => remove(appointment.id), m.appointments_deleted());
  };

  return (
    <div className={frame.rows}>
      <AppointmentCalendars appointment={appointment} />
      <Permitted action="appointments.edit" unless={locked}>
        <button type="button" className={frame.row} onClick={() => setEditing(true)}>
          <IconPencil size={21} stroke={1.7} aria-hidden />
          <span className="grow">{m.appointments_edit()}</span>
          <IconChevronRight size={17} aria-hidden />
        </button>
      </Permitted>
      <Permitted action="appointments.edit">
        <button type="button" className={frame.row} onClick={() => void askDelete()}>
          <IconTrash size={21} stroke={1.7} aria-hidden />
          <span className="grow">{m.appointments_delete()}</span>
          <IconChevronRight size={17} aria-hidden />
        </button>
      </Permitted>
      {editing && <EditPanel appointment={appointment} onClose={() => setEditing(false)} />}
    </div>
  );
}

function Open({ appointment, close }: OpenProps) {
  const { id, color, status, start, end } = appointment;
  const { complete, color: paint } = useAppointmentChanges();
  const { move } = useAppointmentMoves();
  const zone = useCompanyZone();
  const [dirty, setDirty] = useState(false);
  const done = status === 'complete';
  return (
    <Overlay
      title={customerOf(appointment)}
      windowName={`${customerOf(appointment)}, ${m.calendar_options()}`}
      onClose={close}
      dirty={dirty}
      size={460}
      before={
        <span className={frame.colour}>
          <ColourBar color={color} done={done} width={8} height="100%" />
        </span>
      }
      beside={done ? <StatusPill status="complete" /> : undefined}
      under={
        <div className={frame.under}>
          <div className="num">
            {dayIn(start, zone)}, {rangeText(start, end, zone)}
          </div>
          <div>{m.appointments_goes({ person: employeeOf(appointment) })}</div>
        </div>
      }
    >
      <div className={frame.options}>
        <CompleteForm
          appointment={appointment}
          onDirty={setDirty}
          save={(followUpNote) => {
            close();
            void told(() => complete(appointment, followUpNote), notice('appointmentUpdated'));
          }}
        />
        <AppointmentPlace appointment={appointment} />
        <MoveForm
          appointment={appointment}
          zone={zone}
          save={(from, to) => {
            close();
            void move(appointment, from, to);
          }}
        />
        <ZoneHint zone={zone} />
        <ColourPicker
          label={m.calendar_color()}
          value={color}
          action="appointments.edit"
          onChange={(chosen) => void told(() => paint(id, chosen), notice('appointmentUpdated'))}
        />
        <Rows appointment={appointment} close={close} />
      </div>
    </Overlay>
  );
}

/** What can be done with an appointment without leaving the calendar. */
export function AppointmentOptions() {
  const { id = '' } = useParams();
  const { may } = useSession();
  const { appointment, error } = useAppointment(id);
  const { home } = useCalendarView();
  const navigate = useNavigate();
  const leave = useLeave();
  const { pathname, search } = home;
  /** It may go from the list while the overlay is still leaving. */
  const leaving = useRef(false);
  const close = useCallback(() => {
    leaving.current = true;
    leave({ pathname, search });
    focusAppointment(id);
  }, [leave, pathname, search, id]);

  const lost = appointment === null || !may('appointments.view');
  const failed = error !== null && appointment === undefined;
  const words = error?.message;
  useEffect(() => {
    if (leaving.current || !(lost || failed)) return;
    void navigate({ pathname, search }, { replace: true });
    void popup.oops(lost ? m.appointments_notFound() : words);
  }, [lost, failed, words, navigate, pathname, search]);

  if (lost || appointment == null) return null;
  return <Open key={id} appointment={appointment} close={close} />;
}
