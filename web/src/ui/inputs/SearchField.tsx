import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

interface SearchFieldProps extends Omit<TextInputProps, 'aria-label' | 'onChange' | 'type' | 'value'> {
  /** The accessible name: what is searched. */
  label: string;
  query: string;
  setQuery: (query: string) => void;
}

/** A field that filters a list. */
export const SearchField = ({ label, query, setQuery, ...props }: SearchFieldProps) => (
  <TextInput
    type="search"
    leftSection={<IconSearch size={16} aria-hidden />}
    aria-label={label}
    value={query}
    onChange={(event) => setQuery(event.currentTarget.value)}
    {...props}
  />
);
