import { Button, Loader, Modal } from '@mantine/core';
import { IconArrowLeft, IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { m } from '@/i18n';
import { useCloseOnEscape } from '@/ui/overlays/unsavedForms';
import { usePhone } from '@/ui/theme/usePhone';
import { limits } from '@/wasm/rules';

import { ResultList, resultOptionId } from './ResultList';
import styles from './SearchPalette.module.css';
import { useOpenResult } from './useOpenResult';
import { useResults } from './useResults';

/** Returns the focus to where it was when the search was opened. */
function useOpener(): () => void {
  const opener = useRef(document.activeElement);
  return useCallback(() => {
    const from = opener.current;
    if (from instanceof HTMLElement && from.isConnected)
      requestAnimationFrame(() => from.focus({ preventScroll: true }));
  }, []);
}

/** One search field for the data of the company, pages and commands. Works by keyboard alone. */
export function SearchPalette({ onClose }: { onClose: () => void }) {
  const full = usePhone();
  const list = useId();
  const returnFocus = useOpener();
  const dismiss = useCallback(() => {
    onClose();
    returnFocus();
  }, [onClose, returnFocus]);
  useCloseOnEscape(dismiss);
  const { text, setText, words, groups, pending, error, retry } = useResults();
  const choose = useOpenResult({ leave: onClose, dismiss });

  const [pointed, setPointed] = useState<string | null>(null);
  // Enter was pressed before the results arrived, so it applies to them once they do.
  const entered = useRef(false);
  const results = groups.flatMap((group) => group.results);
  const at = Math.max(
    0,
    results.findIndex(({ key }) => key === pointed),
  );
  const active = results[at];

  useEffect(() => {
    if (!entered.current || pending) return;
    entered.current = false;
    if (active !== undefined) void choose(active);
  }, [pending, active, choose]);

  const type = (typed: string) => {
    setText(typed);
    setPointed(null);
    entered.current = false;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = results[(at + step + results.length) % results.length];
      setPointed(next?.key ?? null);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (pending && pointed === null) entered.current = true;
      else if (active !== undefined) void choose(active);
    }
  };

  const none = results.length === 0;
  return (
    <Modal.Root
      opened
      onClose={dismiss}
      closeOnEscape={false}
      size={640}
      yOffset="12vh"
      fullScreen={full}
      returnFocus={false}
      zIndex={180}
      transitionProps={{ transition: 'fade', duration: 120 }}
    >
      <Modal.Overlay backgroundOpacity={0.52} color="#0B1117" />
      <Modal.Content
        radius={full ? 0 : 10}
        classNames={{ content: styles.content ?? '' }}
        aria-label={m.palette_title()}
      >
        <div className={styles.field}>
          {full ? (
            <button type="button" className={styles.end} aria-label={m.common_back()} onClick={dismiss}>
              <IconArrowLeft size={24} aria-hidden />
            </button>
          ) : (
            <IconSearch size={20} stroke={1.8} aria-hidden className={styles.glass ?? ''} />
          )}
          <input
            data-autofocus
            className={styles.input}
            type="text"
            role="combobox"
            aria-label={m.palette_title()}
            aria-autocomplete="list"
            aria-expanded={!none}
            aria-controls={none ? undefined : list}
            aria-activedescendant={active && resultOptionId(list, active)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={limits().searchLetters}
            placeholder={m.palette_placeholder()}
            value={text}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          {pending && <Loader size={18} aria-hidden />}
          {text !== '' && (
            <button
              type="button"
              className={styles.end}
              aria-label={m.palette_clear()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => type('')}
            >
              <IconX size={18} aria-hidden />
            </button>
          )}
        </div>
        {error !== null && (
          <div className={styles.failed} role="alert">
            <span className="grow">{error.message}</span>
            <Button variant="default" size="compact-sm" onClick={retry}>
              {m.search_retry()}
            </Button>
          </div>
        )}
        {none ? (
          !pending &&
          error === null && (
            <div className={styles.none}>
              <b>{m.palette_none({ words })}</b>
              <span className="muted">{m.palette_noneHint()}</span>
            </div>
          )
        ) : (
          <ResultList
            id={list}
            label={m.palette_title()}
            groups={groups}
            active={active}
            behind={pending}
            onPoint={({ key }) => setPointed(key)}
            onChoose={(result) => void choose(result)}
          />
        )}
        {!full && (
          <div className={styles.keys} aria-hidden>
            <span>
              <kbd>↑</kbd> <kbd>↓</kbd> {m.palette_move()}
            </span>
            <span>
              <kbd>↵</kbd> {m.palette_open()}
            </span>
            <span>
              <kbd>Esc</kbd> {m.palette_close()}
            </span>
          </div>
        )}
        <p className="spoken" role="status">
          {!pending &&
            words !== '' &&
            (none ? m.palette_none({ words }) : m.palette_found({ count: results.length }))}
        </p>
      </Modal.Content>
    </Modal.Root>
  );
}
