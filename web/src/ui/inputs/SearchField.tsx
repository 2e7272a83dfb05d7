import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

interface SearchFieldProps extends Omit<TextInputProps, 'aria-label' | 'onChange' | 'type' | 'value'> {
  /** What is looked through, for screen readers. */
  label: string;
  query: string;
  setQuery: (query: string) => void;
}

/** Narrows a list down to what matches. */
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
