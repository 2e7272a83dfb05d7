/** @jsxImportSource preact */
import { useId } from 'preact/hooks';

interface Props {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** The most characters. */
  max: number;
}

/** A labeled text of several lines. The keyboard of the phone offers voice typing. */
export function TextArea({ label, value, onChange, max }: Props) {
  const id = useId();
  return (
    <>
      <label class="guestLabel" for={id}>
        {label}
      </label>
      <textarea
        id={id}
        class="guestField"
        rows={3}
        maxLength={max}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </>
  );
}
