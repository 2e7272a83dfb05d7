import { useEffect } from 'react';

import styles from './SearchPalette.module.css';
import type { SearchResult, SearchResultGroup } from './useResults';

export const resultOptionId = (list: string, { key }: SearchResult) =>
  `${list}-${key.replaceAll(/[^\w-]/g, '_')}`;

interface ResultListProps {
  id: string;
  label: string;
  groups: readonly SearchResultGroup[];
  /** The result that Enter opens. */
  active: SearchResult | undefined;
  /** Whether the results are those of a previous search term. */
  behind: boolean;
  onPoint: (result: SearchResult) => void;
  onChoose: (result: SearchResult) => void;
}

/** The results by kind. The focus stays in the field, which moves the selection by keyboard. */
export function ResultList({ id, label, groups, active, behind, onPoint, onChoose }: ResultListProps) {
  const activeId = active && resultOptionId(id, active);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div id={id} role="listbox" aria-label={label} className={styles.list} data-behind={behind || undefined}>
      {groups.map(({ key, title, total, results }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of results is no fieldset
        <div key={key} role="group" aria-labelledby={`${id}-${key}`}>
          <div id={`${id}-${key}`} className={styles.heading} role="presentation">
            {title} {total !== undefined && <span className={`num ${styles.total}`}>{total}</span>}
          </div>
          {results.map((result) => {
            const { Icon, title: name, detail } = result;
            const own = resultOptionId(id, result);
            return (
              <button
                key={result.key}
                id={own}
                type="button"
                role="option"
                tabIndex={-1}
                aria-selected={own === activeId}
                className={styles.choice}
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => onPoint(result)}
                onClick={() => onChoose(result)}
              >
                <Icon size={19} stroke={1.7} aria-hidden className={styles.icon ?? ''} />
                <span className={styles.words}>
                  <span className={styles.name}>{name}</span>
                  {detail !== '' && <span className={styles.detail}>{detail}</span>}
                </span>
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}
