import { Menu } from '@mantine/core';
import { IconCalendarEvent, IconCalendarRepeat } from '@tabler/icons-react';
import { type MouseEvent, useState } from 'react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { shortDay } from '@/i18n/dayNames';
import type { CalendarProps } from '../calendarProps';
import { useMoveDay } from './useMoveDay';

interface PressedDay {
  day: string;
  left: number;
  top: number;
}

/** The day under the pointer, also under a bar, which may run over several. */
function dayAt({ target, clientX, clientY }: MouseEvent): string | undefined {
  const under = [target as Element, ...document.elementsFromPoint(clientX, clientY)];
  const cells = under.flatMap((each) => each.closest<HTMLElement>('[data-date]') ?? []);
  return cells.at(0)?.dataset.date;
}

/** Whether a finger is on a bar, which it lifts to drag it. */
const lifts = ({ target, nativeEvent }: MouseEvent): boolean =>
  (nativeEvent as PointerEvent).pointerType === 'touch' && (target as Element).closest('[data-job]') !== null;

/** The menu of a day, for a right click or a long press on it. */
export function useDayMenu({ calendar }: CalendarProps) {
  const [pressed, setPressed] = useState<PressedDay | null>(null);
  const moveTo = useMoveDay();
  const onContextMenu = (event: MouseEvent) => {
    const day = dayAt(event);
    if (day === undefined || moveTo === null || lifts(event)) return;
    event.preventDefault();
    setPressed({ day, left: event.clientX, top: event.clientY });
  };
  const menu = pressed !== null && moveTo !== null && (
    <Menu opened position="bottom-start" onClose={() => setPressed(null)}>
      <Menu.Target>
        <span style={{ position: 'fixed', left: pressed.left, top: pressed.top }} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{shortDay(pressed.day)}</Menu.Label>
        <Menu.Item
          component={Link}
          to={moveTo(pressed.day)}
          leftSection={<IconCalendarRepeat size={18} aria-hidden />}
        >
          {m.shift_moveThis()}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCalendarEvent size={18} aria-hidden />}
          onClick={() => calendar.show({ view: 'day', day: pressed.day })}
        >
          {m.calendar_wholeDay()}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
  return { onContextMenu, menu };
}
