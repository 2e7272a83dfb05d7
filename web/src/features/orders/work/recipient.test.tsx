import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aJob, jobId } from '@/testing/aJob';
import { readPdf } from '@/testing/readPdf';
import { mockServer, signedIn } from '@/testing/render';

import { aSend, mailRoom, open, order, single } from './testing';

const given = aJob(2418, {
  title: 'Whitaker re-roof',
  companyInfo: { name: 'Ríos Brothers Roofing' },
  assignedToCompanyId: jobId(60),
  assignedToUserInfo: { firstName: 'Luis', lastName: 'Ríos' },
});

async function openOf(profile = signedIn(), shown: object = order, job = given) {
  const answers: Record<string, unknown> = {
    [single]: { order: shown },
    [`GET /api/jobs/job/${job.id}`]: { info: job },
  };
  mockServer(answers);
  const page = open(profile);
  await screen.findByRole('article');
  return { ...page, answers };
}

const card = () => screen.getByRole('region', { name: 'Sent' });

describe('sending a work order', () => {
  it('shows the recipients, and mails a PDF with the message', async () => {
    const sent = { ...order, sends: [aSend()] };
    const mailed = mailRoom(200, { order: sent });
    const { user, answers } = await openOf();
    answers[single] = { order: sent };
    await user.click(within(card()).getByRole('button', { name: 'Send' }));
    const panel = await screen.findByRole('dialog');
    expect(panel).toHaveTextContent('to the admins of Ríos Brothers Roofing and to Luis Ríos');
    await user.type(within(panel).getByLabelText(/^Message/), 'Start at seven.');
    await user.click(within(panel).getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(mailed).toHaveLength(1));
    const { path, form } = mailed[0] ?? { path: '', form: new FormData() };
    expect(path).toBe('/api/work_orders/send');
    expect(form.get('orderId')).toBe(order.id);
    expect(form.get('message')).toBe('Start at seven.');
    expect(form.get('fileName')).toBe('work-order-2418-1.pdf');
    const { pages } = await readPdf(form.get('workOrderPDF') as Blob);
    expect(pages.flat()).toContain('Tear-off, two layers');
    expect(await within(card()).findByRole('button', { name: 'Send again' })).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('counts the characters of the message and sends none that is too long', async () => {
    const mailed = mailRoom(200, { order });
    const { user } = await openOf();
    await user.click(within(card()).getByRole('button', { name: 'Send' }));
    const panel = await screen.findByRole('dialog');
    const message = within(panel).getByLabelText(/^Message/);
    await user.click(message);
    await user.paste('x'.repeat(501));
    expect(within(panel).getByText('501 / 500')).toBeInTheDocument();
    await user.click(within(panel).getByRole('button', { name: 'Send' }));
    expect(message).toBeInvalid();
    expect(mailed).toEqual([]);
  });

  it('shows the error of the server, and keeps the message', async () => {
    const reason = 'Assign this job to a connected subcontractor first.';
    mailRoom(409, { error: { code: 'conflict', message: reason } });
    const { user } = await openOf();
    await user.click(within(card()).getByRole('button', { name: 'Send' }));
    const panel = await screen.findByRole('dialog');
    await user.type(within(panel).getByLabelText(/^Message/), 'Hi');
    await user.click(within(panel).getByRole('button', { name: 'Send' }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(reason);
    expect(within(panel).getByLabelText(/^Message/)).toHaveValue('Hi');
  });

  it('shows its own message for an internal error', async () => {
    mailRoom(500, { error: { code: 'internal', message: 'inside' } });
    const { user } = await openOf();
    await user.click(within(card()).getByRole('button', { name: 'Send' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Send' }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'We could not send this work order. Please try again in a moment.',
    );
  });

  it('is disabled until the job has a subcontractor with an account, and shows why', async () => {
    const { user } = await openOf(undefined, undefined, aJob(2418, { customSubcontractorName: 'Pete' }));
    const send = within(card()).getByRole('button', { name: 'Send' });
    expect(send).toHaveAccessibleDescription('Assign this job to a connected subcontractor first.');
    await user.click(send);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is for admins: a member sees why not', async () => {
    await openOf(signedIn({ userType: 'member' }));
    const send = within(card()).getByRole('button', { name: 'Send' });
    expect(send).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('the mail of a work order', () => {
  it('is listed with date, sender, recipients and state', async () => {
    await openOf(undefined, { ...order, sends: [aSend()] });
    expect(card()).toHaveTextContent('Luis Ríos');
    expect(card()).toHaveTextContent('Jun 12th 2026');
    expect(card()).toHaveTextContent('Marisol Vega');
  });

  it('shows why it failed, and how to send it again', async () => {
    const [recipient] = aSend().recipients;
    const reason = 'There is no such mailbox.';
    const failed = aSend({ recipients: recipient ? [{ ...recipient, state: 'failed', reason }] : [] });
    await openOf(undefined, { ...order, sends: [failed] });
    expect(card()).toHaveTextContent(reason);
    expect(within(card()).getByRole('button', { name: 'Send again' })).toBeInTheDocument();
  });

  it('is hidden from a subcontractor', async () => {
    await openOf(signedIn({}, { id: jobId(60), companyType: 'subcontractor' }), { ...order, sends: [] });
    expect(screen.queryByRole('region', { name: 'Sent' })).toBeNull();
  });
});
