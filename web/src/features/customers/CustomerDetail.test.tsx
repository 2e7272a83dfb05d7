import type { Customer } from '@bindings';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { newQueryClient } from '@/api/queryClient';
import { aJob, jobId } from '@/testing/aJob';
import { aCustomer, anAppointment, appointmentId } from '@/testing/anAppointment';
import { lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { CustomerDetail } from './CustomerDetail';

const list = '/app/jobs/customers';
const own = { jobCustomer: aCustomer.id };
const onFile = {
  'GET /api/customers/find': { customers: [aCustomer] },
  'GET /api/jobs/myJobs/contractor': {
    jobs: [
      aJob(1, {
        ...own,
        title: 'Clubhouse leak',
        status: 'complete',
        startDate: '2026-06-04',
        endDate: '2026-06-05',
      }),
      aJob(2, { ...own, title: 'Building C re-roof', startDate: '2026-06-01', endDate: '2026-06-12' }),
      aJob(3, { title: 'Of somebody else' }),
    ],
  },
  'GET /api/appointments/company': {
    appointments: [anAppointment(1), anAppointment(2, { customerId: null })],
  },
};

function open({ id = aCustomer.id, profile = signedIn(), answers = {} } = {}) {
  const fetch = mockServer({ ...onFile, ...answers });
  const queries = newQueryClient();
  const shown = renderIn(() => <CustomerDetail />, {
    profile,
    at: `${list}/${id}`,
    path: `${list}/:id`,
    queries,
  });
  return { fetch, ...shown };
}

const cached = (queries: ReturnType<typeof open>['queries']) =>
  queries.getQueryData<Customer[]>(['customers']);

const asToday = (now: string) => vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });

afterEach(() => vi.useRealTimers());

describe('a customer', () => {
  it('can be called, and has directions to the address', async () => {
    open();
    expect(await screen.findByRole('link', { name: /^Call Hannah Whitaker/ })).toHaveAttribute(
      'href',
      'tel:629-555-0184',
    );
    const route = screen.getByRole('link', { name: 'Route to 1904 Depew St, Lakewood, CO 80214' });
    expect(route.getAttribute('href')).toContain(encodeURIComponent('1904 Depew St'));
  });

  it('links to their own jobs, open ones first', async () => {
    open();
    const first = await screen.findByRole('link', { name: /Building C re-roof/ });
    expect(first).toHaveAttribute('href', `/app/jobs/details/${jobId(2)}`);
    expect(first).toHaveTextContent('Jun 1st 2026 – Jun 12th 2026');
    const done = screen.getByRole('link', { name: /Clubhouse leak/ });
    expect(first.compareDocumentPosition(done)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.queryByText('Of somebody else')).toBeNull();
  });

  it.each([
    ['2026-06-16T12:00:00Z', 'Today at 8:30 AM'],
    ['2026-06-15T12:00:00Z', 'Tomorrow at 8:30 AM'],
    ['2026-06-17T12:00:00Z', 'Yesterday at 8:30 AM'],
    ['2026-06-12T12:00:00Z', 'Tuesday at 8:30 AM'],
    ['2026-06-20T12:00:00Z', 'Last Tuesday at 8:30 AM'],
    ['2026-07-20T12:00:00Z', 'Jun 16th 2026 at 8:30 AM'],
  ])('links to their appointments, with a date relative to %s', async (now, text) => {
    asToday(now);
    open();
    const meeting = await screen.findByRole('link', { name: /Meeting with Renee Okafor/ });
    expect(meeting).toHaveTextContent(text);
    expect(meeting).toHaveAttribute('href', `/app/calendar/appointment_options/${appointmentId(1)}`);
    expect(screen.getAllByRole('link', { name: /Meeting with/ })).toHaveLength(1);
  });

  it('that no longer exists shows an error, and the list opens', async () => {
    const { router } = open({ id: 'nobody' });
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'This customer is no longer in your list.',
    );
    expect(router.state.location.pathname).toBe(list);
  });
});

describe('the details of a customer', () => {
  const update = 'POST /api/customers/update';

  async function rename(user: ReturnType<typeof open>['user']) {
    await user.click(await screen.findByRole('button', { name: 'Edit customer' }));
    const phone = await screen.findByLabelText(/^Phone/);
    await user.clear(phone);
    await user.type(phone, '303 555 0142');
    await user.click(screen.getByRole('button', { name: 'Save' }));
  }

  it('are saved together, with a success message', async () => {
    const { user, fetch, queries } = open({ answers: { [update]: { customer: aCustomer } } });
    await rename(user);
    const popup = await screen.findByRole('alertdialog');
    expect(popup).toHaveTextContent('Success!');
    expect(popup).toHaveTextContent('The details of Hannah Whitaker were saved.');
    const was = {
      firstName: 'Hannah',
      lastName: 'Whitaker',
      company: '',
      phone: '629-555-0184',
      address: '1904 Depew St',
      city: 'Lakewood',
      state: 'CO',
      zip: '80214',
    };
    // The server changes only what differs from what the form showed.
    expect(lastRequestTo(fetch, '/api/customers/update')).toEqual({
      customerId: aCustomer.id,
      customer: { ...was, phone: '303 555 0142' },
      was,
    });
    expect(cached(queries)).toHaveLength(1);
  });

  it('are reverted when the server fails, and the form keeps what was typed', async () => {
    const { user, queries } = open({ answers: { [update]: refusal(500, 'internal', 'inside') } });
    await rename(user);
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'There was an issue updating your customer.',
    );
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(screen.getByLabelText(/^Phone/)).toHaveValue('303 555 0142');
    expect(cached(queries)?.[0]?.phone).toBe('629-555-0184');
  });

  it('cannot be changed or deleted by a member, who sees why', async () => {
    const { user } = open({ profile: signedIn({ userType: 'member' }) });
    for (const name of ['Edit customer', 'Delete']) {
      const button = await screen.findByRole('button', { name });
      expect(button).toHaveAccessibleDescription('Only admin accounts can create new customers');
      await user.click(button);
    }
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.queryByLabelText(/^Phone/)).toBeNull();
  });
});

describe('deleting a customer', () => {
  const remove = `DELETE /api/customers/delete/${aCustomer.id}`;
  const press = async (user: ReturnType<typeof open>['user']) =>
    user.click(await screen.findByRole('button', { name: 'Delete' }));

  it('confirms first, explains that jobs and appointments stay, and returns to the list', async () => {
    const { user, router, fetch } = open({ answers: { [remove]: { id: aCustomer.id } } });
    await press(user);
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Their jobs and appointments stay');
    await user.click(screen.getByRole('button', { name: 'Yes, remove it!' }));
    expect(await screen.findByText('Hannah Whitaker was removed from your customers.')).toBeVisible();
    expect(router.state.location.pathname).toBe(list);
    expect(fetch.mock.calls.some(([, init]) => init?.method === 'DELETE')).toBe(true);
  });

  it('deletes nothing when the user cancels', async () => {
    const { user, fetch } = open();
    await press(user);
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(fetch.mock.calls.some(([, init]) => init?.method === 'DELETE')).toBe(false);
  });

  it('restores the customer when the server fails, with an error', async () => {
    const { user, queries } = open({ answers: { [remove]: refusal(500, 'internal', 'inside') } });
    await press(user);
    await user.click(await screen.findByRole('button', { name: 'Yes, remove it!' }));
    await waitFor(() =>
      expect(screen.getByRole('alertdialog')).toHaveTextContent('There was an issue updating your customer.'),
    );
    expect(cached(queries)).toEqual([aCustomer]);
  });
});
