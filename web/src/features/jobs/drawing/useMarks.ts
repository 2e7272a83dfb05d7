import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { inside, type Mark, type MarkKind, moved, type Point, placed, type Size } from './marks';

/** What the next mark will be. */
export interface Pen {
  kind: MarkKind;
  color: string;
  text: string;
}

/** How far an arrow key moves a mark, as a share of the photo. */
const step = 0.02;

/** A drag shorter than this share of the photo counts as a press. */
const shortest = 0.02;

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The point of the photo under the pointer. */
function pointAt({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>, size: Size): Point {
  const box = currentTarget.getBoundingClientRect();
  const at = {
    x: ((clientX - box.left) / box.width) * size.width,
    y: ((clientY - box.top) / box.height) * size.height,
  };
  return inside(at, size);
}

/** The marks on a photo, drawn by pointer or keyboard. A text that is empty is not placed. */
export function useMarks(size: Size, pen: Pen) {
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  const [current, setCurrent] = useState<Mark | null>(null);
  const start = useRef<Point | null>(null);
  const blank = pen.kind === 'text' && pen.text.trim() === '';
  const add = (mark: Mark) => setMarks((all) => [...all, mark]);
  const changeLast = (change: (mark: Mark) => Mark) =>
    setMarks((all) => all.map((mark, at) => (at === all.length - 1 ? change(mark) : mark)));

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || blank) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = pointAt(event, size);
  };
  const dragged = (event: PointerEvent<HTMLElement>): Mark | null => {
    const from = start.current;
    if (from === null) return null;
    const to = pointAt(event, size);
    if (pen.kind === 'text') return { ...pen, from: to, to };
    const far = Math.hypot(to.x - from.x, to.y - from.y) > shortest * Math.max(size.width, size.height);
    return { ...pen, ...(far ? { from, to } : placed(pen.kind, from, size)) };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => setCurrent(dragged(event));
  const stop = () => {
    start.current = null;
    setCurrent(null);
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const mark = dragged(event);
    if (mark !== null) add(mark);
    stop();
  };

  const undo = () => setMarks((all) => all.slice(0, -1));
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = directions[event.key];
    if (event.key === 'Enter' && !blank) {
      add({ ...pen, ...placed(pen.kind, { x: size.width / 2, y: size.height / 2 }, size) });
    } else if (direction !== undefined && marks.length > 0) {
      const by = { x: direction.x * step * size.width, y: direction.y * step * size.height };
      changeLast((mark) => moved(mark, by, size, event.shiftKey));
    } else if (event.key === 'Backspace' || event.key === 'Delete') undo();
    else return;
    event.preventDefault();
  };

  return {
    marks,
    /** All marks, with the one that is being drawn. */
    shown: current === null ? marks : [...marks, current],
    undo,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: stop, onKeyDown },
  };
}
