import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isStored, type ThreadMessage } from '@/queries/chat/messageTypes';

/** Within this distance, in px, the log counts as scrolled to the end. */
const near = 60;
/** Within this distance of the top, in px, older messages are fetched. */
const ahead = 900;

interface LogScroll {
  messages: readonly ThreadMessage[];
  ownId: string;
  /** Called near the top of the log. */
  onNearTop: () => void;
}

const oldest = (messages: readonly ThreadMessage[]) => messages.find(isStored)?.seq;

/**
 * Scrolls a log: sticks to its end while the end is shown, and otherwise stays at the same message, also when older
 * messages are prepended or pictures load.
 */
export function useLogScroll({ messages, ownId, onNearTop }: LogScroll) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const stuck = useRef(true);
  /** The distance from the top of the view to the end of the log: older messages above do not change it. */
  const fromEnd = useRef(0);
  /**
   * The scroll position when the log was last at its end. A position above it means that the user scrolled up.
   */
  const placed = useRef(0);
  const before = useRef<readonly ThreadMessage[]>([]);
  const [atEnd, setAtEnd] = useState(true);
  const [news, setNews] = useState(false);

  const settle = useCallback(() => {
    const log = scroller.current;
    if (log === null) return;
    if (stuck.current) {
      log.scrollTop = log.scrollHeight;
      placed.current = log.scrollTop;
    }
    fromEnd.current = log.scrollHeight - log.scrollTop;
  }, []);

  const toEnd = useCallback(() => {
    stuck.current = true;
    setAtEnd(true);
    setNews(false);
    settle();
  }, [settle]);

  const look = useCallback(() => {
    const log = scroller.current;
    if (log === null) return;
    // A picture that loaded may have grown the content since: the user has not scrolled then.
    const atEnd = stuck.current && log.scrollTop >= placed.current;
    if (atEnd) settle();
    const end = atEnd || log.scrollHeight - log.scrollTop - log.clientHeight < near;
    stuck.current = end;
    if (end) placed.current = log.scrollTop;
    fromEnd.current = log.scrollHeight - log.scrollTop;
    setAtEnd(end);
    if (end) setNews(false);
    if (log.scrollTop < ahead) onNearTop();
  }, [onNearTop, settle]);

  useLayoutEffect(() => {
    const known = before.current;
    before.current = messages;
    const log = scroller.current;
    if (log === null) return;
    const older = known.length > 0 && (oldest(messages) ?? 0) < (oldest(known) ?? 0);
    const last = messages.at(-1);
    const isNew = last !== undefined && last !== known.at(-1) && messages.length > known.length;
    if (older && !stuck.current) log.scrollTop = log.scrollHeight - fromEnd.current;
    else if (isNew && last.status === 'sending') return toEnd();
    else if (isNew && !stuck.current && isStored(last) && last.userId !== ownId) setNews(true);
    settle();
  }, [messages, ownId, settle, toEnd]);

  useEffect(() => {
    // Pictures and fonts load later; a keyboard that opens makes the view smaller.
    const watcher = new ResizeObserver(settle);
    for (const each of [scroller.current, content.current]) if (each !== null) watcher.observe(each);
    return () => watcher.disconnect();
  }, [settle]);

  return { scroller, content, atEnd, news, look, toEnd };
}
