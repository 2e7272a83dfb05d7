import { Loader, Menu } from '@mantine/core';
import { IconFileTypePdf, IconPhoto, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { companyToday } from '@/ui/dates/companyDay';
import { numericDay } from '@/ui/dates/dates';
import { useCancelable } from '@/ui/feedback/useCancelable';
import { popup } from '@/ui/overlays/popups';
import { AppointmentsFile } from '../appointments/AppointmentsFile';
import { type View, viewTitle } from '../calendarDays';
import { useCalendarView } from '../useCalendarView';
import { filterSummary } from './filterSummary';
import type { Output } from './printing';
import { inPrintMode, nextPaint } from './printMode';

/** The visible part of the calendar. */
const shown = () => document.querySelector<HTMLElement>('[data-print]');

interface PrintMenuProps {
  className: string;
  /** The view that the list on a phone covers; undefined for the grid on a desktop. */
  listOf?: View;
}

/** Saves or prints the current view. The map cannot be printed. */
export function PrintMenu({ className, listOf }: PrintMenuProps) {
  const calendar = useCalendarView();
  const { company } = useSession();
  const { busy, run, stop } = useCancelable();
  // A print command elsewhere in the app opens this menu.
  const { key, state } = useLocation() as { key: string; state: { print?: boolean } | null };
  const printRequested = state?.print === true;
  const [openedFor, setOpenedFor] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  if (printRequested && openedFor !== key) {
    setOpenedFor(key);
    setOpen(true);
  }
  const title = viewTitle(listOf ?? calendar.view, calendar.day);
  const phone = listOf !== undefined;

  const print = async (output: Output, signal: AbortSignal) => {
    const day = companyToday();
    const date = numericDay(day);
    const head = {
      title,
      under: filterSummary(calendar),
      company: company.name,
      printed: m.calendar_printed({ date }),
    };
    try {
      // The busy state is painted before the work blocks the browser.
      const [{ printCalendar }] = await Promise.all([import('./printing'), nextPaint()]);
      await inPrintMode(async () => {
        const piece = shown();
        if (piece === null) throw new Error('nothing is shown that can be printed');
        await printCalendar(piece, { output, day, date, head, signal });
      });
    } catch {
      // The drawing code could not be fetched, or the browser refused the file.
      if (!signal.aborted) void popup.oops(m.calendar_printFailed());
    }
  };
  const begin = (output: Output) => void run((signal) => print(output, signal));

  const label = busy ? m.common_stop() : m.calendar_print();
  const button = (onClick?: () => void) => (
    <button
      type="button"
      className={className}
      aria-label={busy ? m.common_stopOf({ what: m.calendar_print() }) : phone ? label : undefined}
      aria-busy={busy}
      onClick={onClick}
    >
      {busy ? <Loader size={20} /> : <IconPrinter size={phone ? 20 : 22} stroke={1.7} aria-hidden />}
      {!phone && label}
    </button>
  );

  if (calendar.mode === 'map') return button(() => void popup.oops(notice('printOnlyInViews')));
  return (
    <>
      <Menu
        opened={open}
        // A press on the stop button must not open the menu.
        onChange={(next) => setOpen(next && !busy)}
        position={phone ? 'bottom-end' : 'right-start'}
        width={228}
        shadow="md"
        withinPortal
      >
        <Menu.Target>{button(busy ? stop : undefined)}</Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{m.calendar_printTitle({ title })}</Menu.Label>
          <Menu.Item leftSection={<IconFileTypePdf size={20} stroke={1.7} />} onClick={() => begin('pdf')}>
            {m.calendar_savePdf()}
          </Menu.Item>
          <Menu.Item leftSection={<IconPhoto size={20} stroke={1.7} />} onClick={() => begin('png')}>
            {m.calendar_savePng()}
          </Menu.Item>
          <Menu.Item leftSection={<IconPrinter size={20} stroke={1.7} />} onClick={() => begin('paper')}>
            {m.calendar_printPaper()}
          </Menu.Item>
          {calendar.mode === 'appointments' && <AppointmentsFile calendar={calendar} listOf={listOf} />}
        </Menu.Dropdown>
      </Menu>
      <span className="spoken" role="status">
        {busy && m.calendar_printing()}
      </span>
    </>
  );
}
