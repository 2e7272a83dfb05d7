import type { JobImage } from '@bindings';
import { useElementSize } from '@mantine/hooks';
import { type ComponentProps, type CSSProperties, useLayoutEffect, useRef } from 'react';
import { m } from '@/i18n';
import { type Mark, paintMarks } from './marks';
import styles from './PhotoEditor.module.css';

interface MarkCanvasProps
  extends Pick<
    ComponentProps<'div'>,
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onKeyDown'
  > {
  image: JobImage;
  /** The alternative text of the photo. */
  alt: string;
  marks: readonly Mark[];
}

/** A photo with the marks on it. */
export function MarkCanvas({ image, alt, marks, ...handlers }: MarkCanvasProps) {
  const { imgUrl, thumbUrl, width, height } = image;
  const canvas = useRef<HTMLCanvasElement>(null);
  const { ref, width: shown } = useElementSize();

  useLayoutEffect(() => {
    const brush = canvas.current?.getContext('2d');
    if (!brush || !canvas.current || shown === 0) return;
    const scale = (shown / width) * window.devicePixelRatio;
    canvas.current.width = Math.round(width * scale);
    canvas.current.height = Math.round(height * scale);
    brush.scale(scale, scale);
    paintMarks(brush, marks, { width, height });
  }, [marks, shown, width, height]);

  return (
    <div
      ref={ref}
      className={styles.stage}
      style={{ '--ratio': width / height, backgroundImage: `url("${thumbUrl}")` } as CSSProperties}
    >
      <img src={imgUrl} alt={alt} draggable={false} />
      <div
        role="application"
        aria-label={m.jobs_drawArea()}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is drawn on by keyboard, too.
        tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- the same.
        className={styles.surface}
        {...handlers}
      >
        <canvas ref={canvas} aria-hidden />
      </div>
    </div>
  );
}
