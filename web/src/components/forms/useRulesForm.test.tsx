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

test('an untouched form shows no errors', async () => {
  const { user } = show();
  await user.click(screen.getByLabelText('Title'));
  await user.tab();
  expect(screen.getByLabelText('Title')).not.toBeInvalid();
});

test('submitting an empty form shows what is missing and focuses the first field', async () => {
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

test('a required field that was filled and emptied again shows its error on blur', async () => {
  const { user } = show();
  await user.type(screen.getByLabelText('Title'), 'x{Backspace}');
  await user.tab();
  expect(screen.getByLabelText('Title')).toHaveAccessibleDescription('Must provide a title');
});

test('changing the language translates the visible errors', async () => {
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Create' }));
  setLanguage('spanish');
  await waitFor(() =>
    expect(screen.getByLabelText('Title')).toHaveAccessibleDescription('Debe escribir un título'),
  );
});

test('an error from the server shows at its field until the field is changed', async () => {
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

test('a failure that belongs to no field is shown, never swallowed', async () => {
  const { user } = show(() => Promise.reject(new ApiFailure(500, 'internal', 'There was an error.')));
  await user.type(screen.getByLabelText('Title'), 'a');
  await user.type(screen.getByLabelText('City'), 'b');
  await user.type(screen.getByLabelText('State'), 'c{Enter}');
  expect(await screen.findByRole('alertdialog', { name: 'Oops...' })).toHaveTextContent(
    'There was an error.',
  );
});

test('a second press submits the form only once', async () => {
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

test('a form that waits for nothing is rendered once for a press, so that a slow phone shows it at once', async () => {
  const check = vi.fn(() => []);
  function Waitless() {
    const { form } = useRulesForm({ initial: blank, check, submit: () => undefined });
    return (
      <form {...form}>
        <Button type="submit">Create</Button>
      </form>
    );
  }
  const { user } = renderIn(() => <Waitless />);
  const button = screen.getByRole('button', { name: 'Create' });
  await user.click(button);
  check.mockClear();
  await user.click(button);
  // By the press, and by what is rendered after it.
  expect(check).toHaveBeenCalledTimes(2);
});

test('the form knows which fields were changed', async () => {
  const { user } = show();
  expect(screen.getByText('as it was')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Title'), 'a');
  expect(screen.getByText('1 changed')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Title'), '{Backspace}');
  expect(screen.getByText('as it was')).toBeInTheDocument();
});
