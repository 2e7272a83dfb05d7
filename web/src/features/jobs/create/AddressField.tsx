import type { AddressParts } from '@bindings';
import { TextInput, type TextInputProps } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCustomers } from '@/queries/customers';
import { addressRead } from '@/wasm/rules';
import styles from './AddressField.module.css';
import { useAddressChoices } from './addressChoices';

/** How many addresses are offered. */
const offered = 4;
/** From so many letters on. */
const least = 2;
const parts = ['address', 'city', 'state', 'zip'] as const satisfies (keyof AddressParts)[];

interface AddressFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** The address in the form. */
  values: AddressParts;
  set: (name: keyof AddressParts, value: string) => void;
}

/**
 * The street of a job. It offers the addresses of earlier jobs and of customers, and takes a whole address apart that is
 * pasted or typed into it.
 */
export function AddressField({ values, set, className, ...input }: AddressFieldProps) {
  const { may } = useSession();
  const queries = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  // Nothing is offered for an address that was there already, or was chosen.
  const [typed, setTyped] = useState(false);
  const { customers } = useCustomers(may('customers.view'));
  const { find, partsOf } = useAddressChoices(queries, typed ? customers : undefined, typed);
  const { address, city, state } = values;
  const isPlaceBlank = `${city}${state}`.trim() === '';
  const choices = typed && isPlaceBlank && address.trim().length >= least ? find(address, offered) : [];
  const fillIn = (found: AddressParts) => {
    for (const name of parts) set(name, found[name]);
    setTyped(false);
  };
  return (
    <div className={className}>
      <TextInput
        ref={field}
        label={m.jobs_address()}
        description={m.jobs_addressHint()}
        autoComplete="off"
        {...input}
        value={address}
        onChange={(event) => {
          set('address', event.currentTarget.value);
          setTyped(true);
        }}
        onPaste={(event) => {
          const read = addressRead(event.clipboardData.getData('text'));
          if (read === null) return;
          event.preventDefault();
          fillIn(read);
        }}
        onBlur={(event) => {
          input.onBlur?.(event);
          // A whole address that was typed here.
          const read = isPlaceBlank ? addressRead(address) : null;
          if (read !== null) fillIn(read);
        }}
      />
      {choices.length > 0 && (
        <ul className={styles.choices} aria-label={m.jobs_addressKnown()}>
          {choices.map((line) => (
            <li key={line}>
              <button
                type="button"
                className={styles.choice}
                onClick={() => {
                  const chosen = partsOf(line);
                  if (chosen !== undefined) fillIn(chosen);
                  field.current?.focus();
                }}
              >
                <IconMapPin size={16} aria-hidden />
                <span>{line}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <span className="spoken" role="status">
        {choices.length > 0 && m.jobs_addressOffered({ count: choices.length })}
      </span>
    </div>
  );
}
