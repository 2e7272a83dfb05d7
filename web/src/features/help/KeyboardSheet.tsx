import { Fragment } from 'react';
import { m } from '@/i18n';
import { Overlay } from '@/ui/overlays/Overlay';
import styles from './KeyboardSheet.module.css';

interface Shortcut {
  keys: readonly string[];
  does: string;
}

const isApple = () => /Mac|iP(hone|ad|od)/.test(navigator.userAgent);

/** Every keyboard shortcut, by where it works. */
function groups(): { title: string; shortcuts: Shortcut[] }[] {
  const enter = m.keys_enter();
  const shift = m.keys_shift();
  return [
    {
      title: m.keys_everywhere(),
      shortcuts: [
        { keys: [isApple() ? '⌘' : 'Ctrl', 'K'], does: m.keys_search() },
        { keys: ['?'], does: m.keys_sheet() },
        { keys: ['Esc'], does: m.keys_close() },
      ],
    },
    {
      title: m.keys_calendar(),
      shortcuts: [
        { keys: ['←', '→'], does: m.keys_dayMove() },
        { keys: ['↑', '↓'], does: m.keys_weekMove() },
        { keys: [shift, '←', '→'], does: m.keys_resize() },
        { keys: [enter], does: m.keys_open() },
      ],
    },
    {
      title: m.keys_photos(),
      shortcuts: [
        { keys: ['←', '→'], does: m.keys_photoStep() },
        { keys: [m.keys_home(), m.keys_end()], does: m.keys_photoEnds() },
      ],
    },
    {
      title: m.shell_messages(),
      shortcuts: [
        { keys: [enter], does: m.keys_send() },
        { keys: [shift, enter], does: m.keys_newLine() },
      ],
    },
  ];
}

/** The keyboard shortcuts; '?' opens it. */
export function KeyboardSheet({ onClose }: { onClose: () => void }) {
  return (
    <Overlay title={m.keys_title()} size={720} onClose={onClose}>
      <div className={styles.groups}>
        {groups().map(({ title, shortcuts }) => (
          <section key={title}>
            <h3 className={styles.heading}>{title}</h3>
            <dl className={styles.list}>
              {shortcuts.map(({ keys, does }) => (
                <div key={does}>
                  <dt>{does}</dt>
                  <dd>
                    {keys.map((each) => (
                      <Fragment key={each}>
                        <kbd>{each}</kbd>{' '}
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Overlay>
  );
}
