import type { Appointment } from '@bindings';
import { IconChevronRight, IconPencil, IconTrash } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { runWithToast } from '@/components/feedback/runWithToast';
import { ColorPicker } from '@/components/jobs/ColorPicker';
import { QueuedBadge } from '@/components/offline/QueuedBadge';
import { Permitted } from '@/components/permissions/Permitted';
import { AppointmentSeriesRows } from '@/components/planning/series/AppointmentSeriesRows';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useAppointment, useAppointmentChanges, useMoveLock } from '@/queries/calendar/appointments';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { storeTextDraft } from '@/queries/mutations/textDrafts';
import { useQueued } from '@/queries/offline/outbox';
import { rangeText } from '@/ui/dates/times';
import { ColorBar } from '@/ui/jobs/ColorBar';
import { StatusPill } from '@/ui/jobs/StatusPill';
import { useCloseOverlay } from '@/ui/navigation/closeOverlay';
import { Overlay } from '@/ui/overlays/Overlay';
import { confirm, popup } from '@/ui/overlays/popups';

import frame from '../jobOptions/JobOptions.module.css';
import { useCalendarView } from '../useCalendarView';
import { AppointmentCalendars } from './AppointmentCalendars';
import { AppointmentLocation } from './AppointmentLocation';
import { appointmentCustomer, appointmentDay, appointmentEmployee } from './appointmentText';
import { CompleteForm, followUpDraft } from './CompleteForm';
import { EditPanel } from './EditPanel';
import { RescheduleForm } from './RescheduleForm';
import { TimeZoneHint } from './TimeZoneHint';
import { useAppointmentMoves } from './useAppointmentMoves';

/** A moved box is rendered again, so the one that opened the options may not exist anymore: the new one gets focus. */
function focusAppointment(id: string, frames = 20): void {
  requestAnimationFrame(() => {
    const at = document.activeElement;
    // The navigation takes a moment, during which the options are still mounted.
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
  const moveLock = useMoveLock();
  const zone = useCompanyZone();
  const [editing, setEditing] = useState(false);
  // Editing a completed appointment is blocked for the same reason as moving it.
  const locked = may('appointments.edit') ? (moveLock(appointment.status)?.message ?? null) : null;

  const askDelete = async () => {
    const confirmed = await confirm({
      danger: true,
      body: (
        <>
          {m.appointments_deleteSure({
            customer: appointmentCustomer(appointment),
            day: appointmentDay(appointment.start, zone),
          })}{' '}
          {notice('cannotRevert')}
        </>
      ),
      confirmLabel: m.appointments_deleteYes(),
    });
    if (!confirmed) return;
    close();
    await runWithToast(() => remove(appointment.id), m.appointments_deleted());
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
      <AppointmentSeriesRows
        appointment={appointment}
        under={appointmentCustomer(appointment)}
        row={frame.row}
      />
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
  const { user } = useSession();
  const { complete, color: paint } = useAppointmentChanges();
  const { move } = useAppointmentMoves();
  const zone = useCompanyZone();
  const [dirty, setDirty] = useState(false);
  const done = status === 'complete';
  const finish = async (followUpNote: string) => {
    const change = () => complete(appointment, followUpNote);
    const isStored = await runWithToast(change, notice('appointmentUpdated'));
    // What was refused is in the form again when it is opened the next time.
    storeTextDraft(user.id, followUpDraft(id), isStored ? '' : followUpNote);
  };
  const moved = useQueued('moveAppointment').findLast((entry) => entry.appointment.id === id);
  return (
    <Overlay
      title={appointmentCustomer(appointment)}
      windowName={`${appointmentCustomer(appointment)}, ${m.calendar_options()}`}
      onClose={close}
      dirty={dirty}
      size={460}
      before={
        <span className={frame.color}>
          <ColorBar color={color} done={done} width={8} height="100%" />
        </span>
      }
      beside={
        <>
          {done && <StatusPill status="complete" />}
          {moved !== undefined && <QueuedBadge entry={moved} />}
        </>
      }
      under={
        <div className={frame.under}>
          <div className="num">
            {appointmentDay(start, zone)}, {rangeText(start, end, zone)}
          </div>
          <div>{m.appointments_goes({ person: appointmentEmployee(appointment) })}</div>
        </div>
      }
    >
      <div className={frame.options}>
        <CompleteForm
          appointment={appointment}
          onDirty={setDirty}
          save={(followUpNote) => {
            close();
            void finish(followUpNote);
          }}
        />
        <AppointmentLocation appointment={appointment} />
        <RescheduleForm
          appointment={appointment}
          zone={zone}
          save={(from, to) => {
            close();
            void move(appointment, from, to);
          }}
        />
        <TimeZoneHint zone={zone} />
        <ColorPicker
          label={m.calendar_color()}
          value={color}
          action="appointments.edit"
          onChange={(chosen) => void runWithToast(() => paint(id, chosen), notice('appointmentUpdated'))}
        />
        <Rows appointment={appointment} close={close} />
      </div>
    </Overlay>
  );
}

/** The actions on an appointment, without leaving the calendar. */
export function AppointmentOptions() {
  const { id = '' } = useParams();
  const { may } = useSession();
  const { appointment, error } = useAppointment(id);
  const { home } = useCalendarView();
  const navigate = useNavigate();
  const leave = useCloseOverlay();
  const { pathname, search } = home;
  /** The appointment may disappear from the list while the overlay is still closing. */
  const leaving = useRef(false);
  const close = useCallback(() => {
    leaving.current = true;
    leave({ pathname, search });
    focusAppointment(id);
  }, [leave, pathname, search, id]);

  const lost = appointment === null || !may('appointments.view');
  const failed = error !== null && appointment === undefined;
  const message = error?.message;
  useEffect(() => {
    if (leaving.current || !(lost || failed)) return;
    void navigate({ pathname, search }, { replace: true });
    void popup.oops(lost ? m.appointments_notFound() : message);
  }, [lost, failed, message, navigate, pathname, search]);

  if (lost || appointment == null) return null;
  return <Open key={id} appointment={appointment} close={close} />;
}
