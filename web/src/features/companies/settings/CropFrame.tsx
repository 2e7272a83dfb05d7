import { Slider } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useId, useRef } from 'react';
import { m } from '@/i18n';

import styles from './Settings.module.css';
import { type CropView, clampedView, cropSquare, logoSide, maxZoom, panned } from './squareCrop';

/** How far an arrow key moves the picture, as a share of the frame. */
const step = 0.04;

const shifts: Record<string, readonly [number, number]> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};

interface CropFrameProps {
  picture: ImageBitmap;
  view: CropView;
  onView: (view: CropView) => void;
  /** Where the square is drawn; it can be uploaded as it is. */
  canvas: RefObject<HTMLCanvasElement | null>;
}

/** Selects the square of a picture: moved by dragging or arrow keys, with a slider for the zoom. */
export function CropFrame({ picture, view, onView, canvas }: CropFrameProps) {
  const hint = useId();
  const grip = useRef<{ x: number; y: number } | null>(null);

  useEffect(() => {
    const { side, left, top } = cropSquare(picture, view);
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.clearRect(0, 0, logoSide, logoSide);
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, left, top, side, side, 0, 0, logoSide, logoSide);
  }, [picture, view, canvas]);

  const grab = (event: PointerEvent<HTMLButtonElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = { x: event.clientX, y: event.clientY };
  };
  const drag = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLButtonElement>) => {
    if (grip.current === null) return;
    const { width, height } = currentTarget.getBoundingClientRect();
    const { x, y } = grip.current;
    grip.current = { x: clientX, y: clientY };
    onView(panned(picture, view, (clientX - x) / width, (clientY - y) / height));
  };
  const release = () => {
    grip.current = null;
  };
  const press = (event: KeyboardEvent) => {
    const shift = shifts[event.key];
    if (shift === undefined) return;
    event.preventDefault();
    onView(panned(picture, view, ...shift));
  };

  return (
    <div className={styles.crop}>
      <button
        type="button"
        className={styles.frame}
        aria-label={m.company_cropMove()}
        aria-describedby={hint}
        onPointerDown={grab}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={release}
        onKeyDown={press}
      >
        <canvas ref={canvas} width={logoSide} height={logoSide} />
      </button>
      <div className={styles.zoom}>
        <p id={hint} className="muted">
          {m.company_cropHint()}
        </p>
        <span aria-hidden="true">{m.company_cropZoom()}</span>
        <Slider
          thumbLabel={m.company_cropZoom()}
          label={null}
          min={1}
          max={maxZoom}
          step={0.05}
          thumbSize={24}
          value={view.zoom}
          onChange={(zoom) => onView(clampedView(picture, { ...view, zoom }))}
        />
      </div>
    </div>
  );
}
