import type { ReactNode } from 'react';
import { RefetchIndicator } from '@/ui/feedback/Skeletons';
import { ActionBar } from '@/ui/layout/ActionBar';
import { usePhone } from '@/ui/theme/usePhone';

import styles from './ListOverlay.module.css';
import { Overlay } from './Overlay';

interface ListOverlayProps {
  title: string;
  under: string;
  /** Shown beside the title of the list. */
  beside?: ReactNode;
  /** The three-dot menu of the list. */
  menu?: ReactNode;
  /** The widths in px: of the list alone, and with details. */
  sizes: readonly [list: number, both: number];
  /** The widths of the list and the details, as grid columns. */
  columns: string;
  /** The button that creates an item. */
  create: ReactNode;
  list: ReactNode;
  /** Whether the list is being refetched; undefined shows no indicator. */
  refetching?: boolean;
  /** The details. `close` is missing where they fill the screen; `bar` are their actions there. */
  detail: { title: string; content: (close?: () => void) => ReactNode; bar: ReactNode } | null;
  /** Closes the details. */
  back: () => void;
  onClose: () => void;
  /** Forms above the overlay. */
  children: ReactNode;
}

/** A list with details beside it, or on a phone instead of it. */
export function ListOverlay(props: ListOverlayProps) {
  const { title, under, beside, menu, sizes, columns, create, list, detail, back, onClose } = props;
  const phone = usePhone();
  const inPlace = phone && detail !== null;
  return (
    <Overlay
      title={inPlace ? detail.title : title}
      under={inPlace ? undefined : under}
      onClose={inPlace ? back : onClose}
      closeDetail={detail === null ? undefined : back}
      size={sizes[detail === null ? 0 : 1]}
      beside={inPlace ? undefined : beside}
      actions={create}
      menu={inPlace ? undefined : menu}
    >
      {props.refetching !== undefined && <RefetchIndicator when={props.refetching} />}
      {inPlace ? (
        <div className={styles.detail}>
          {detail.content()}
          <ActionBar overlay>{detail.bar}</ActionBar>
        </div>
      ) : (
        <>
          <div
            className={styles.both}
            data-open={detail !== null || undefined}
            style={{ gridTemplateColumns: columns }}
          >
            <div className={styles.list}>{list}</div>
            {detail !== null && <div className={styles.detail}>{detail.content(back)}</div>}
          </div>
          <ActionBar overlay>{create}</ActionBar>
        </>
      )}
      {props.children}
    </Overlay>
  );
}

/** The heading of the details. */
export const DetailTitle = ({ id, children }: { id: string; children: ReactNode }) => (
  <h3 id={id} className={styles.title}>
    {children}
  </h3>
);
