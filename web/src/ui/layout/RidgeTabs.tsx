import { Tabs } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';

import styles from './RidgeTabs.module.css';

export interface RidgeTab {
  value: string;
  label: string;
  /** A number in muted type after the label. */
  count?: number | undefined;
}

interface RidgeTabsProps {
  tabs: readonly RidgeTab[];
  value: string;
  onChange: (value: string) => void;
  /** The accessible name of the tab list. */
  label: string;
  /** Without a line, inside a card whose edge already draws one. */
  bare?: boolean;
  /** The panel of the selected tab. Without it the caller renders the content. */
  children?: ReactNode;
}

/** Tabs with the copper ridge under the selected one; on a phone they scroll. */
export function RidgeTabs({ tabs, value, onChange, label, bare = false, children }: RidgeTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const at = tabs.findIndex((tab) => tab.value === value);
  const words = tabs.map((tab) => `${tab.label} ${tab.count}`).join();
  // On a phone the row of tabs is wider than the screen: the selected tab is scrolled into view, also after the
  // counts before it have loaded. Only the row scrolls, not the page.
  useLayoutEffect(() => {
    const row = list.current;
    const tab = row?.children[at];
    if (!row || !(tab instanceof HTMLElement) || words === '') return;
    row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }, [at, words]);
  return (
    <Tabs value={value} onChange={(next) => next !== null && onChange(next)} className={styles.tabs ?? ''}>
      <Tabs.List ref={list} aria-label={label} className={styles.list ?? ''} mod={{ bare }}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value} className={styles.tab ?? ''}>
            {tab.label}
            {/* The space separates the words for screen readers. */}
            {tab.count !== undefined && ' '}
            {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.value} value={tab.value}>
          {tab.value === value ? children : null}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
