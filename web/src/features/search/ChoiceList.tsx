import { useEffect } from 'react';

import styles from './SearchPalette.module.css';
import type { Choice, ChoiceGroup } from './useChoices';

export const optionId = (list: string, { key }: Choice) => `${list}-${key.replaceAll(/[^\w-]/g, '_')}`;

interface ChoiceListProps {
  id: string;
  label: string;
  groups: readonly ChoiceGroup[];
  /** The one that Enter takes. */
  active: Choice | undefined;
  /** The answer to what is typed is still to come: what stands here is of before. */
  behind: boolean;
  onPoint: (choice: Choice) => void;
  onChoose: (choice: Choice) => void;
}

/** What can be chosen, kind by kind. The focus stays in the field: the list is gone through from there. */
export function ChoiceList({ id, label, groups, active, behind, onPoint, onChoose }: ChoiceListProps) {
  const activeId = active && optionId(id, active);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div id={id} role="listbox" aria-label={label} className={styles.list} data-behind={behind || undefined}>
      {groups.map(({ key, title, total, choices }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of a list of choices is no fieldset
        <div key={key} role="group" aria-labelledby={`${id}-${key}`}>
          <div id={`${id}-${key}`} className={styles.heading} role="presentation">
            {title} {total !== undefined && <span className={`num ${styles.total}`}>{total}</span>}
          </div>
          {choices.map((choice) => {
            const { Icon, title: name, detail } = choice;
            const own = optionId(id, choice);
            return (
              <button
                key={choice.key}
                id={own}
                type="button"
                role="option"
                tabIndex={-1}
                aria-selected={own === activeId}
                className={styles.choice}
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => onPoint(choice)}
                onClick={() => onChoose(choice)}
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
