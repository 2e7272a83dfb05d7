import { Button, TextInput } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ApiFailure } from '@/api/failure';
import { language, setLanguage } from '@/i18n';
import { renderIn } from '@/testing/render';
import { ErrorSummary } from '@/ui/feedback/ErrorSummary';
import { checkNewJob } from '@/wasm/rules';
import { useRulesForm } from './useRulesForm';

const blank = { title: '', address: '', city: '', state: '', zip: '' };

function JobForm({ submit }: { submit: (values: typeof blank) => unknown }) {
  const { field, form, refusals, dirty, changes } = useRulesForm({
    initial: blank,
    check: (values) => checkNewJob(values, language()),
    submit,
  });
  return (
    <form {...form} aria-label="job">
      <ErrorSummary refusals={refusals}>Please look at the fields.</ErrorSummary>
      <TextInput label="Title" {...field('title')} />
      <TextInput label="City" {...field('city')} />
      <TextInput label="State" {...field('state')} />
      <output>{dirty ? `${changes} changed` : 'as it was'}</output>
      <Button type="submit">Create</Button>
    </form>
  );
}

const show = (submit: (values: typeof blank) => unknown = () => undefined) =>
  renderIn(() => <JobForm submit={submit} />);

test('nothing is wrong before anything was done', async () => {
  const { user } = show();
  await user.click(screen.getByLabelText('Title'));
  await user.tab();
  expect(screen.getByLabelText('Title')).not.toBeInvalid();
});

test('an empty form says what is missing and takes the reader to the first field', async () => {
  const submit = vi.fn();
  const { user } = show(submit);
  await user.click(screen.getByRole('button', { name: 'Create' }));
  const title = screen.getByLabelText('Title');
  expect(title).toHaveFocus();
  expect(title).toBeInvalid();
  expect(title).toHaveAccessibleDescription('Must provide a title');
  expect(screen.getByLabelText('State')).toBeInvalid();
  expect(screen.getByRole('alert')).toHaveTextContent('Please look at the fields.');
  expect(submit).not.toHaveBeenCalled();
});

test('the first wrong field is focused, not the first field', async () => {
  const { user } = show();
  await user.type(screen.getByLabelText('Title'), 'Delgado re-roof');
  await user.type(screen.getByLabelText('City'), 'Denver');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  expect(screen.getByLabelText('State')).toHaveFocus();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('what is typed and taken out again is missed when the field is left', async () => {
  const { user } = show();
  await user.type(screen.getByLabelText('Title'), 'x{Backspace}');
  await user.tab();
  expect(screen.getByLabelText('Title')).toHaveAccessibleDescription('Must provide a title');
});

test('a changed language changes the messages that stand there', async () => {
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Create' }));
  setLanguage('spanish');
  await waitFor(() =>
    expect(screen.getByLabelText('Title')).toHaveAccessibleDescription('Debe escribir un título'),
  );
});

test('what only the server knows stands beside its field until it is changed', async () => {
  const refused = new ApiFailure(422, 'validation', 'no', [
    { field: 'city', code: 'choice', message: 'There is no such city.' },
  ]);
  const { user } = show(() => Promise.reject(refused));
  await user.type(screen.getByLabelText('Title'), 'Delgado re-roof');
  await user.type(screen.getByLabelText('City'), 'Denvr');
  await user.type(screen.getByLabelText('State'), 'CO{Enter}');
  await waitFor(() => expect(screen.getByLabelText('City')).toHaveFocus());
  expect(screen.getByLabelText('City')).toHaveAccessibleDescription('There is no such city.');
  await user.type(screen.getByLabelText('City'), 'x');
  expect(screen.getByLabelText('City')).not.toBeInvalid();
});

test('a failure that is no field’s fault is said, never swallowed', async () => {
  const { user } = show(() => Promise.reject(new ApiFailure(500, 'internal', 'There was an error.')));
  await user.type(screen.getByLabelText('Title'), 'a');
  await user.type(screen.getByLabelText('City'), 'b');
  await user.type(screen.getByLabelText('State'), 'c{Enter}');
  expect(await screen.findByRole('alertdialog', { name: 'Oops...' })).toHaveTextContent(
    'There was an error.',
  );
});

test('an impatient second press sends nothing twice', async () => {
  let finish: () => void = () => undefined;
  const submit = vi.fn(
    () =>
      new Promise<void>((done) => {
        finish = done;
      }),
  );
  const { user } = show(submit);
  await user.type(screen.getByLabelText('Title'), 'a');
  await user.type(screen.getByLabelText('City'), 'b');
  await user.type(screen.getByLabelText('State'), 'c{Enter}{Enter}');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  expect(submit).toHaveBeenCalledOnce();
  finish();
  await waitFor(() => expect(screen.getByRole('form')).toHaveAttribute('aria-busy', 'false'));
});

test('the form knows what was changed', async () => {
  const { user } = show();
  expect(screen.getByText('as it was')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Title'), 'a');
  expect(screen.getByText('1 changed')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Title'), '{Backspace}');
  expect(screen.getByText('as it was')).toBeInTheDocument();
});
