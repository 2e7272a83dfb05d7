import { Portal } from '@mantine/core';
import { useFocusTrap } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconExternalLink, IconX } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect } from 'react';
import { m } from '@/i18n';

import styles from './Lightbox.module.css';
import { useCloseOnEscape, useReturnFocus } from './unsavedForms';
import { useSwipe } from './useSwipe';

export interface LightboxPicture {
  id: string;
  src: string;
  /** Shown until the picture has loaded. */
  thumb?: string;
  /** The alternative text. */
  alt: string;
  /** In px; only their ratio counts. */
  width: number;
  height: number;
}

interface LightboxProps {
  pictures: readonly LightboxPicture[];
  /** The index of the current picture. */
  at: number;
  /** Missing for a single picture. */
  onMove?: (at: number) => void;
  onClose: () => void;
  /** The author of the picture. */
  title: ReactNode;
  /** The label of the link to the file. */
  originalLabel: string;
  /** More buttons for the current picture. */
  tools?: ReactNode;
  /** Shown under the picture, such as its caption. Its keys do not move to another picture. */
  foot?: ReactNode;
}

interface LightboxButtonProps {
  label: string;
  onClick: () => void;
  autofocus?: boolean;
  children: ReactNode;
}

/** A button in the upper corner. */
export const LightboxButton = ({ label, onClick, autofocus, children }: LightboxButtonProps) => (
  <button
    type="button"
    className={styles.tool}
    aria-label={label}
    onClick={onClick}
    data-autofocus={autofocus || undefined}
  >
    {children}
  </button>
);

/** Preloads the neighboring pictures, so that the next one shows at once. */
function useAhead(pictures: readonly LightboxPicture[], at: number): void {
  const next = pictures[at + 1]?.src;
  const previous = pictures[at - 1]?.src;
  useEffect(() => {
    for (const address of [next, previous]) if (address !== undefined) new Image().src = address;
  }, [next, previous]);
}

interface ArrowProps {
  way: 'previous' | 'next';
  disabled: boolean;
  onClick: () => void;
}

const Arrow = ({ way, ...rest }: ArrowProps) => (
  <button
    type="button"
    className={styles.way}
    data-way={way}
    aria-label={way === 'next' ? m.jobs_imageNext() : m.jobs_imagePrevious()}
    {...rest}
  >
    {way === 'next' ? <IconChevronRight size={30} /> : <IconChevronLeft size={30} />}
  </button>
);

/**
 * A picture as large as the screen: Esc, the cross and the backdrop close it. Arrows, Home, End and swipes switch
 * between several.
 */
export function Lightbox(props: LightboxProps) {
  const { pictures, at, onMove, onClose, title, originalLabel, tools, foot } = props;
  const trap = useFocusTrap();
  useReturnFocus();
  useCloseOnEscape(onClose);
  useAhead(pictures, at);
  const last = pictures.length - 1;
  const go = (to: number) => {
    if (to >= 0 && to <= last && to !== at) onMove?.(to);
  };
  const { shift, moved, bind } = useSwipe((by) => go(at + by));
  const picture = pictures[at];
  if (picture === undefined) return null;
  const { id, src, thumb, alt, width, height } = picture;
  const several = onMove !== undefined;

  const onKeyDown = (event: KeyboardEvent) => {
    const targets: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last };
    const to = targets[event.key];
    const typing = event.target instanceof HTMLInputElement;
    if (to === undefined || !several || typing) return;
    event.preventDefault();
    event.stopPropagation();
    go(to);
  };

  return (
    <Portal>
      <div
        ref={trap}
        role="dialog"
        aria-modal="true"
        aria-label={alt}
        tabIndex={-1}
        className={styles.lightbox}
        data-several={several || undefined}
        data-foot={foot !== undefined || undefined}
        onKeyDown={onKeyDown}
      >
        <header className={styles.head}>
          <span className={styles.title}>{title}</span>
          {several && (
            <span className={`num ${styles.count}`} aria-live="polite">
              {m.jobs_imageOf({ at: at + 1, all: pictures.length })}
            </span>
          )}
          <a href={src} target="_blank" rel="noreferrer" className={styles.tool} aria-label={originalLabel}>
            <IconExternalLink size={22} />
          </a>
          {tools}
          <LightboxButton label={m.common_close()} onClick={onClose} autofocus>
            <IconX size={24} />
          </LightboxButton>
        </header>
        <div className={styles.stage} {...(several ? bind : {})}>
          {/* Keyboard users have Esc and the cross. */}
          <button
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            className={styles.beside}
            onClick={() => moved() || onClose()}
          />
          <img
            key={id}
            src={src}
            alt={alt}
            width={width}
            height={height}
            draggable={false}
            className={styles.picture}
            style={
              {
                '--ratio': width / height,
                backgroundImage: thumb && `url("${thumb}")`,
                transform: `translateX(${shift}px)`,
              } as CSSProperties
            }
          />
        </div>
        {foot !== undefined && <footer className={styles.foot}>{foot}</footer>}
        {several && (
          <>
            <Arrow way="previous" disabled={at === 0} onClick={() => go(at - 1)} />
            <Arrow way="next" disabled={at === last} onClick={() => go(at + 1)} />
          </>
        )}
      </div>
    </Portal>
  );
}
