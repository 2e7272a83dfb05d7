import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aJob } from '@/testing/aJob';
import {
  anItem,
  aPurchaseOrder,
  aSend,
  carla,
  charcoal,
  dripEdge,
  platteValley,
  priceList,
  vendorList,
  willCall,
} from '@/testing/aPurchaseOrder';
import { readPdf } from '@/testing/readPdf';
import { lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';
import { slowForms } from '@/testing/slowForms';
import { chooseProducts } from '@/ui/navigation/newOrder';

import { PurchaseOrderScreen } from './PurchaseOrderScreen';

const job = aJob(2418, { title: 'Whitaker re-roof' });
const order = aPurchaseOrder({ vendorId: platteValley.id });
const single = `GET /api/purchase_orders/single/${order.id}`;
const choose = `/api/purchase_orders/update/vendor/${order.id}`;

function open(answers: Record<string, unknown> = {}, profile = signedIn()) {
  const fetch = mockServer({
    ...priceList,
    ...vendorList,
    [single]: { order },
    [`GET /api/jobs/job/${job.id}`]: { info: job },
    ...answers,
  });
  const at = `/app/purchase_order/${order.id}`;
  return { fetch, ...renderIn(PurchaseOrderScreen, { profile, at, path: '/app/purchase_order/:id' }) };
}

const paper = () => screen.findByRole('article', { name: 'Purchase order #2418-1' });
const panel = () => screen.findByRole('complementary', { name: 'Send to vendor' });

describe('a purchase order', () => {
  it('is shown as it is printed: vendor, site and total', async () => {
    open();
    const sheet = await paper();
    await within(sheet).findAllByText('Account PV-10482');
    for (const text of ['Halvorsen Roofing & Exteriors', 'Whitaker re-roof', '4417 S Quebec Ct', '#2418'])
      expect(within(sheet).getAllByText(text)[0]).toBeInTheDocument();
    const row = within(sheet).getByRole('row', { name: /Laminated shingle/ });
    expect(row).toHaveTextContent('Laminated shingle, CharcoalShingles84$38.75$3,255.00');
    expect(within(sheet).getByRole('row', { name: /Order total/ })).toHaveTextContent('$3,435.00');
  });

  it('that is cancelled offers neither other products nor another mail, and says why', async () => {
    open({ [single]: { order: aPurchaseOrder({ status: 'cancelled', sends: [aSend()] }) } });
    await paper();
    for (const button of screen.getAllByRole('button', { name: /^(Edit products|Products)$/ }))
      expect(button).toHaveAccessibleDescription(
        'The products of this order can no longer be changed. Its status: Cancelled.',
      );
    const aside = await panel();
    expect(aside).toHaveTextContent('This order can no longer be sent. Its status: Cancelled.');
    expect(within(aside).queryByRole('button', { name: /Send/ })).toBeNull();
  });

  it('shows at its rows which prices the vendor changed, and keeps its total', async () => {
    const items = [
      anItem(charcoal, 84, { confirmedCost: 34 }),
      anItem(dripEdge, 16, { confirmedCost: 11.25 }),
    ];
    open({ [single]: { order: aPurchaseOrder({ status: 'confirmed', items }) } });
    const sheet = await paper();
    const row = within(sheet).getByRole('row', { name: /Laminated shingle/ });
    expect(within(row).getByText("Vendor's price $34.00")).toBeVisible();
    expect(within(sheet).getAllByText(/Vendor's price/)).toHaveLength(1);
    expect(within(sheet).getByRole('row', { name: /Order total/ })).toHaveTextContent('$3,435.00');
  });

  it('that cannot be loaded redirects to the jobs, with an error', async () => {
    open({ [single]: refusal(404, 'not_found', 'We could not find that.') });
    expect(await screen.findByText('There was an issue fetching purchase order.')).toBeVisible();
    expect(await screen.findByText('elsewhere')).toBeInTheDocument();
  });

  it('is not shown to subcontractors, and not even fetched', async () => {
    const { fetch } = open({}, signedIn({}, { companyType: 'subcontractor' }));
    expect(await screen.findByText('elsewhere')).toBeVisible();
    expect(fetch).not.toHaveBeenCalled();
  });

  it('can be read by members, who cannot send it or change its products', async () => {
    const { user } = open({}, signedIn({ userType: 'member' }));
    await paper();
    expect(screen.queryByRole('complementary')).toBeNull();
    const edit = screen.getAllByRole('button', { name: 'Edit products' })[0] as HTMLElement;
    expect(edit).toHaveAccessibleDescription('Unauthorized');
    await user.click(edit);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('without products shows how to add some', async () => {
    const { user } = open({ [single]: { order: aPurchaseOrder({ items: [] }) } });
    await user.click(await screen.findByRole('button', { name: 'Choose products' }));
    expect(await screen.findByRole('dialog', { name: 'Products on #2418-1' })).toBeVisible();
  });

  it('that was just created opens with the choice of its products', async () => {
    mockServer({
      ...priceList,
      ...vendorList,
      [single]: { order: aPurchaseOrder({ items: [] }) },
      [`GET /api/jobs/job/${job.id}`]: { info: job },
    });
    const { router } = renderIn(PurchaseOrderScreen, {
      profile: signedIn(),
      at: '/before',
      path: '/app/purchase_order/:id',
    });
    await act(() => router.navigate(`/app/purchase_order/${order.id}`, { state: chooseProducts }));
    expect(await screen.findByRole('dialog', { name: 'Products on #2418-1' })).toBeVisible();
  });

  it('reverts to its previous vendor, with a warning, when another could not be stored', async () => {
    const { user, fetch } = open({ [`PUT ${choose}`]: refusal(500, 'internal', 'inside') });
    const vendor = await within(await panel()).findByRole('combobox', { name: 'Vendor' });
    expect(vendor).toHaveValue('Platte Valley Building Supply');
    await user.click(screen.getByRole('button', { name: 'Clear the vendor' }));
    expect(await screen.findByText('There was an issue selecting your vendor')).toBeVisible();
    expect(lastRequestTo(fetch, choose)).toEqual({ vendorId: null });
    expect(await screen.findByDisplayValue('Platte Valley Building Supply')).toBeVisible();
  });

  it('shows that its vendor has no contacts, and where to add one', async () => {
    open({ 'GET /api/contractor_vendors': { vendors: [platteValley], vendorContacts: [] } });
    expect(await screen.findByText(/no contacts yet/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Add contacts' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/app\/jobs\/vendors\?vendor=/),
    );
  });
});

describe('sending a purchase order', () => {
  it('requires a recipient', async () => {
    const mails = slowForms();
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Send to vendor' }));
    expect(
      await screen.findByText('You must choose at least one contact to send this purchase order to.'),
    ).toBeVisible();
    expect(screen.getByRole('checkbox', { name: /Carla/ })).toHaveFocus();
    expect(mails).toEqual([]);
  });

  it('needs no choice of the only contact, but is not sent again without one', async () => {
    const one = { 'GET /api/contractor_vendors': { vendors: [platteValley], vendorContacts: [carla] } };
    const { user } = open(one);
    expect(await screen.findByRole('checkbox', { name: /Carla/ })).toBeChecked();
    await user.click(screen.getByRole('checkbox', { name: /Carla/ }));
    expect(screen.getByRole('checkbox', { name: /Carla/ })).not.toBeChecked();
    cleanup();
    open({ ...one, [single]: { order: aPurchaseOrder({ vendorId: platteValley.id, sends: [aSend()] }) } });
    expect(await screen.findByRole('checkbox', { name: /Carla/ })).not.toBeChecked();
  });

  it('sends the PDF with its message to all chosen contacts, and shows the recipients', async () => {
    const mails = slowForms();
    const { user } = open();
    await user.click(await screen.findByRole('checkbox', { name: /Carla/ }));
    await user.click(screen.getByRole('checkbox', { name: /Will-call/ }));
    await user.type(screen.getByLabelText('Subject'), 'For Tuesday');
    await user.type(screen.getByLabelText('Message'), 'Before 7 AM, please.');
    await user.click(screen.getByRole('button', { name: 'Send to 2 contacts' }));
    await waitFor(() => expect(mails).toHaveLength(1));
    const [mail] = mails;
    expect(mail?.path).toBe('/api/purchase_orders/sendToVendors');
    expect(Object.fromEntries(mail?.form ?? [])).toMatchObject({
      orderId: order.id,
      contactEmails: JSON.stringify([carla.email, willCall.email]),
      subject: 'For Tuesday',
      message: 'Before 7 AM, please.',
      fileName: 'PO-2418-1.pdf',
    });
    const { pages } = await readPdf(mail?.form.get('purchaseOrderPDF') as File);
    expect(pages.flat()).toContain('$3,435.00');
    mail?.answer(200, { sentTo: [carla.email, willCall.email] });
    expect(
      await screen.findByText(/^Sent PO to: carla@plattevalley.example, orders@plattevalley.example/),
    ).toBeVisible();
    expect(screen.getByLabelText('Message')).toHaveValue('');
  });

  it('keeps what was typed when it fails', async () => {
    const mails = slowForms();
    const { user } = open();
    await user.click(await screen.findByRole('checkbox', { name: /Carla/ }));
    await user.type(screen.getByLabelText('Message'), 'Before 7 AM, please.');
    await user.click(screen.getByRole('button', { name: 'Send to 1 contact' }));
    await waitFor(() => expect(mails).toHaveLength(1));
    mails[0]?.answer(500, { error: { code: 'internal', message: 'inside' } });
    expect(await screen.findByText(/could not send this purchase order/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(screen.getByRole('checkbox', { name: /Carla/ })).toBeChecked();
    expect(screen.getByLabelText('Message')).toHaveValue('Before 7 AM, please.');
  });

  it('refuses a message that is too long before anything is sent', async () => {
    const mails = slowForms();
    const { user } = open();
    await user.click(await screen.findByRole('checkbox', { name: /Carla/ }));
    await user.click(screen.getByLabelText('Message'));
    await user.paste('x'.repeat(501));
    expect(screen.getByText('501 / 500')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Send to 1 contact' }));
    expect(screen.getByLabelText('Message')).toBeInvalid();
    expect(mails).toEqual([]);
  });

  it('shows who received it and who did not and why, and sends it again only to the latter', async () => {
    const mails = slowForms();
    const sent = aPurchaseOrder({ vendorId: platteValley.id, sends: [aSend()] });
    const { user } = open({ [single]: { order: sent } });
    const aside = await panel();
    expect(await within(aside).findByText('Their mail server does not know this address.')).toBeVisible();
    expect(within(aside).getByText(/Jun 5th 2026, 9:00.AM, by Marisol Vega/)).toBeVisible();
    expect(within(aside).getByText('Sent')).toBeVisible();
    await user.click(within(aside).getByRole('button', { name: 'Send again' }));
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveTextContent('orders@plattevalley.example');
    await user.click(within(question).getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(mails).toHaveLength(1));
    expect(Object.fromEntries(mails[0]?.form ?? [])).toMatchObject({
      contactEmails: JSON.stringify([willCall.email]),
      subject: 'Order #2418-1',
      message: 'Before 7 AM, please.',
    });
    mails[0]?.answer(200, { sentTo: [willCall.email] });
    expect(
      await screen.findByText('Sent PO to: orders@plattevalley.example. It may take a minute or two.'),
    ).toBeVisible();
  });
});
