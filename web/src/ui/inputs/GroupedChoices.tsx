import { Checkbox } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { m } from '@/i18n';
import styles from './GroupedChoices.module.css';

export interface ChoiceGroup {
  /** The heading of the group. */
  label: string;
  /** The label of the checkbox that chooses all of the group. */
  all: string;
  choices: readonly { value: string; label: string }[];
}

interface ChoicesProps {
  group: ChoiceGroup;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** A group, whose checkboxes are there while it is open. */
function Group({ group: { label, all, choices }, chosen, onChange }: ChoicesProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const values = choices.map(({ value }) => value);
  const count = values.filter((value) => chosen.includes(value)).length;
  const choose = (changed: readonly string[], add: boolean) =>
    onChange(
      add ? [...new Set([...chosen, ...changed])] : chosen.filter((value) => !changed.includes(value)),
    );
  return (
    <div className={styles.group}>
      <button
        type="button"
        id={id}
        className={styles.summary}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <IconChevronRight size={16} aria-hidden className={styles.mark} />
        <span className="grow">{label}</span>
        <span className={`num ${styles.count}`} data-some={count > 0 || undefined}>
          {m.choices_count({ chosen: count, all: values.length })}
        </span>
      </button>
      {open && (
        <fieldset className={styles.choices} aria-labelledby={id}>
          {choices.length > 1 && (
            <Checkbox
              label={all}
              checked={count === values.length}
              indeterminate={count > 0 && count < values.length}
              onChange={(event) => choose(values, event.currentTarget.checked)}
            />
          )}
          {choices.map(({ value, label: words }) => (
            <Checkbox
              key={value}
              label={words}
              checked={chosen.includes(value)}
              onChange={(event) => choose([value], event.currentTarget.checked)}
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}

interface GroupedChoicesProps {
  label: string;
  groups: readonly ChoiceGroup[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** A long list of checkboxes in groups that open, each with the number of its chosen ones. */
export const GroupedChoices = ({ label, groups, ...props }: GroupedChoicesProps) => (
  <fieldset className={styles.groups} aria-label={label}>
    {groups.map((group) => (
      <Group key={group.label} group={group} {...props} />
    ))}
  </fieldset>
);
