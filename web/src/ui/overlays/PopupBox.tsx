import { Button, Portal } from '@mantine/core';
import { useFocusTrap } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconExclamationMark, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import styles from './PopupBox.module.css';
import type { Popup } from './popups';
import { returnFocus } from './unsavedForms';

const icons = { bad: IconExclamationMark, good: IconCheck, ask: IconAlertTriangle, danger: IconTrash };

/** Overlays listen for Esc on the whole window; this keeps them open under a popup. */
const ownEscape = { 'data-mantine-stop-propagation': 'true' };

/** Focused synchronously, so that a quick Esc or Enter reaches the popup. */
const focusOnMount = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true });

export function PopupBox({ popup: { tone, title, body, yes, no, other, answer } }: { popup: Popup }) {
  const id = useId();
  const trap = useFocusTrap();
  const opener = useRef(document.activeElement);
  const Icon = icons[tone];

  useEffect(() => {
    const from = opener.current;
    return () => returnFocus(from);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    answer(no === null);
  };

  return (
    <Portal>
      {/* The dialog covers the page, so that a press beside the box cannot take the focus away from it. */}
      <div
        ref={trap}
        role="alertdialog"
        aria-modal="true"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-body`}
        tabIndex={-1}
        className={styles.backdrop}
        onKeyDown={onKeyDown}
        {...ownEscape}
      >
        <div className={styles.box}>
          <span className={styles.icon} data-tone={tone}>
            <Icon size={24} stroke={tone === 'good' || tone === 'bad' ? 2.8 : 2} aria-hidden />
          </span>
          <div className="grow">
            <h2 id={`${id}-title`}>{title}</h2>
            <p id={`${id}-body`}>{body}</p>
            <div className={styles.actions}>
              {no !== null && (
                <Button
                  variant="default"
                  ref={focusOnMount}
                  data-autofocus
                  onClick={() => answer(false)}
                  {...ownEscape}
                >
                  {no}
                </Button>
              )}
              {other !== undefined && (
                <Button variant="default" onClick={() => answer('other')} {...ownEscape}>
                  {other}
                </Button>
              )}
              <Button
                {...(tone === 'danger' ? { color: 'crimson', leftSection: <IconTrash size={17} /> } : {})}
                {...(no === null ? { ref: focusOnMount, 'data-autofocus': true } : {})}
                onClick={() => answer(true)}
                {...ownEscape}
              >
                {yes}
              </Button>
            </div>
          </div>
        </div>
      </div>
    </Portal>
  );
}
