import styles from './Avatar.module.css';

const fills = ['#2E6AA8', '#5E3218', '#126B4C', '#6231A4', '#A8509B', '#B72B12', '#1A3F69', '#384653'];

/** The same person always gets the same color. */
function fillOf(id: string): string {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return fills[sum % fills.length] ?? '#384653';
}

interface AvatarProps {
  person: { id: string; firstName: string; lastName: string };
  size?: number;
}

/** A person's initials in a circle. Hidden from screen readers, because the name is beside it. */
export function Avatar({ person, size = 28 }: AvatarProps) {
  const first = Array.from(person.firstName)[0] ?? '';
  const last = Array.from(person.lastName)[0] ?? '';
  return (
    <span
      className={styles.avatar}
      style={{ width: size, height: size, fontSize: size * 0.38, background: fillOf(person.id) }}
      aria-hidden="true"
    >
      {first}
      {last}
    </span>
  );
}
