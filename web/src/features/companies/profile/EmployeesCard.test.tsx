import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aCompany, aUser, lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';
import { downloadList } from '@/testing/savedFiles';

import { EmployeesCard } from './EmployeesCard';

const luis = { ...aUser, id: 'luis', firstName: 'Luis', lastName: 'Ortega', userType: 'foreman' };
const list = { [`GET /api/company/users/${aCompany.id}`]: { employees: [aUser, luis] } };
const removal = '/api/company/removeUser';

const show = (profile = signedIn()) => renderIn(() => <EmployeesCard />, { profile });
const press = async (user: ReturnType<typeof show>['user']) =>
  user.click(await screen.findByRole('button', { name: 'Remove Luis Ortega' }));

test('no employee is removed before the confirmation', async () => {
  const fetch = mockServer(list);
  const { user } = show();
  await press(user);
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('Are you sure you want to remove this user?');
  expect(question).toHaveTextContent('Luis Ortega');
  expect(question).toHaveTextContent("You won't be able to revert this!");
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(lastRequestTo(fetch, removal)).toBeNull();
});

test('a removed employee disappears from the list', async () => {
  const fetch = mockServer({ ...list, [`POST ${removal}`]: { id: luis.id } });
  const { user } = show();
  await press(user);
  mockServer({
    [`GET /api/company/users/${aCompany.id}`]: { employees: [aUser] },
    [`POST ${removal}`]: { id: luis.id },
  });
  await user.click(await screen.findByRole('button', { name: 'Yes, remove it!' }));
  expect(await screen.findByText('Luis Ortega was removed.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Luis Ortega' })).toBeNull());
  expect(fetch).toHaveBeenCalled();
});

test("the server's reason why an employee cannot be removed is shown", async () => {
  const message = 'A company keeps at least one admin.';
  mockServer({ ...list, [`POST ${removal}`]: refusal(409, 'conflict', message) });
  const { user } = show();
  await press(user);
  await user.click(await screen.findByRole('button', { name: 'Yes, remove it!' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByRole('row', { name: /Luis Ortega/, hidden: true })).toBeInTheDocument();
});

test('an admin cannot remove their own account by mistake', async () => {
  mockServer(list);
  show();
  await screen.findByRole('button', { name: 'Remove Luis Ortega' });
  expect(screen.queryByRole('button', { name: 'Remove Marisol Vega' })).toBeNull();
});

test('a salesman sees colleagues, and can neither remove nor invite', async () => {
  mockServer(list);
  show(signedIn({ userType: 'salesman' }));
  expect(await screen.findByRole('row', { name: /Luis Ortega/ })).toBeVisible();
  const card = within(screen.getByRole('region', { name: /Employees/ }));
  expect(card.getAllByRole('button').map((button) => button.ariaLabel)).toEqual(['List options']);
});

test('the employees are saved as a file', async () => {
  mockServer(list);
  const { user } = show();
  await screen.findByRole('button', { name: 'Remove Luis Ortega' });
  const { list: name, lines } = await downloadList(user);
  expect(name).toBe('employees');
  expect(lines[0]).toBe('Name,Position,Type,Location');
  expect(lines[2]).toMatch(/^Luis Ortega,.*,foreman,/);
});
