import type { ReactNode } from 'react';
import { RefetchIndicator } from '@/ui/feedback/Skeletons';
import { ActionBar } from '@/ui/layout/ActionBar';
import { usePhone } from '@/ui/theme/usePhone';

import styles from './ListOverlay.module.css';
import { Overlay } from './Overlay';

interface ListOverlayProps {
  title: string;
  under: string;
  /** Beside the title of the list. */
  beside?: ReactNode;
  /** In px: of the list alone, and of both. */
  sizes: readonly [list: number, both: number];
  /** The widths of the list and of what is open beside it, as columns of a grid. */
  columns: string;
  /** The button for a new one. */
  create: ReactNode;
  list: ReactNode;
  /** Whether what is shown is fetched again, where that is told. */
  refetching?: boolean;
  /** What is open. `close` is missing where it fills the screen; `bar` is what can be done with it there. */
  detail: { title: string; content: (close?: () => void) => ReactNode; bar: ReactNode } | null;
  /** Closes what is open. */
  back: () => void;
  onClose: () => void;
  /** Forms over it. */
  children: ReactNode;
}

/** A list of which one opens beside it, on a phone in its place. */
export function ListOverlay(props: ListOverlayProps) {
  const { title, under, beside, sizes, columns, create, list, detail, back, onClose } = props;
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

/** The heading of what is open. */
export const DetailTitle = ({ id, children }: { id: string; children: ReactNode }) => (
  <h3 id={id} className={styles.title}>
    {children}
  </h3>
);
