import type { DeliveryPhoto, PurchaseOrder } from '@bindings';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aJob, jobId } from '@/testing/aJob';
import { anItem, aPurchaseOrder, charcoal, priceList, vendorList } from '@/testing/aPurchaseOrder';
import { lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';
import { aFile, slowForms } from '@/testing/slowForms';

import { PurchaseOrderScreen } from '../PurchaseOrderScreen';

const job = aJob(2418);
const items = [anItem(charcoal, 20, { received: 12.5 })];
const order = aPurchaseOrder({ status: 'partlyReceived', items });
const path = `/api/purchase_orders/delivery_photo/${order.id}`;
const receive = '/api/purchase_orders/receive';

const aPhoto = (number: number): DeliveryPhoto => ({
  id: jobId(700 + number),
  purchaseOrderId: order.id,
  imgUrl: `/files/photo-${number}.webp`,
  thumbUrl: `/files/photo-${number}-small.webp`,
  width: 800,
  height: 600,
  postedBy: jobId(1),
  postedByFirstName: 'Dana',
  postedByLastName: 'Halvorsen',
  dateInserted: '2026-06-08T15:00:00Z',
});

function open(shown: PurchaseOrder = order, answers: Record<string, unknown> = {}, profile = signedIn()) {
  const fetch = mockServer({
    ...priceList,
    ...vendorList,
    [`GET /api/purchase_orders/single/${order.id}`]: { order: shown },
    [`GET /api/jobs/job/${job.id}`]: { info: job },
    ...answers,
  });
  const at = `/app/purchase_order/${order.id}`;
  return { fetch, ...renderIn(PurchaseOrderScreen, { profile, at, path: '/app/purchase_order/:id' }) };
}

const photos = () => screen.findByRole('region', { name: 'Delivery photos' });
const choose = (place: HTMLElement, files: File[]) => {
  const picker = place.querySelector('input[type="file"]');
  if (picker === null) throw new Error('no file can be chosen');
  fireEvent.change(picker, { target: { files } });
};

it('the photos of a delivery are on the page of the order, and open full screen', async () => {
  const { user } = open({ ...order, deliveryPhotos: [aPhoto(1), aPhoto(2)] });
  const [first] = await within(await photos()).findAllByRole('button', { name: /^Delivery photo by Dana/ });
  await user.click(first as HTMLElement);
  const shown = await screen.findByRole('dialog', { name: 'Delivery photo by Dana Halvorsen, 06/08/2026' });
  expect(within(shown).getByText('1 of 2')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a photo of the delivery note is added to the order, and shows once it is stored', async () => {
  const uploads = slowForms();
  open();
  choose(await photos(), [aFile('note.jpg')]);
  await waitFor(() => expect(uploads).toHaveLength(1));
  expect(uploads[0]?.path).toBe(path);
  expect(screen.queryByRole('img', { name: /^Delivery photo/ })).toBeNull();
  uploads[0]?.answer(200, { photo: aPhoto(1) });
  expect(await screen.findByRole('img', { name: /^Delivery photo by Dana/ })).toBeVisible();
});

it('a file that is no photo is refused with the reason, and nothing is sent', async () => {
  const uploads = slowForms();
  open();
  choose(await photos(), [aFile('order.pdf', 'application/pdf')]);
  expect(await screen.findByRole('alertdialog')).toBeVisible();
  expect(uploads).toHaveLength(0);
});

it('a draft and a reader without permission have nothing to photograph', async () => {
  open({ ...order, status: 'draft' });
  await screen.findByRole('article', { name: 'Purchase order #2418-1' });
  expect(screen.queryByRole('region', { name: 'Delivery photos' })).toBeNull();
});

it('each row says how much of it has come', async () => {
  open();
  const row = await screen.findByRole('row', { name: /Laminated shingle/ });
  expect(row).toHaveTextContent('2012.5 received');
});

it('a delivery is counted only after its photos are stored, so that none is lost', async () => {
  const uploads = slowForms();
  const done: PurchaseOrder = {
    ...order,
    status: 'received',
    items: [anItem(charcoal, 20, { received: 20 })],
  };
  const { user, fetch } = open(order, { [`POST ${receive}`]: { order: done } });
  await user.click(await screen.findByRole('button', { name: 'Receive a delivery' }));
  const panel = await screen.findByRole('dialog', { name: 'What came?' });
  choose(panel, [aFile('note.jpg'), aFile('note.jpg')]);
  expect(await within(panel).findAllByRole('img', { name: 'note.jpg' })).toHaveLength(1);
  await user.click(within(panel).getByRole('button', { name: 'Save the delivery' }));
  await waitFor(() => expect(uploads).toHaveLength(1));
  uploads[0]?.answer(500, { error: { code: 'internal', message: 'inside' } });
  const popup = await screen.findByRole('alertdialog');
  expect(popup).toHaveTextContent('There was an issue while attempting to upload your images.');
  expect(lastRequestTo(fetch, receive)).toBeNull();
  await user.click(within(popup).getByRole('button'));
  await user.click(await screen.findByRole('button', { name: 'Save the delivery' }));
  await waitFor(() => expect(uploads).toHaveLength(2));
  uploads[1]?.answer(200, { photo: aPhoto(1) });
  expect(await screen.findByText("We've counted what came.")).toBeVisible();
  expect(lastRequestTo(fetch, receive)).toMatchObject({ rows: [{ id: items[0]?.id, quantity: 7.5 }] });
});

it('a delivery that the server refuses stays in the panel', async () => {
  const { user } = open(order, { [`POST ${receive}`]: refusal(500, 'internal', 'inside') });
  await user.click(await screen.findByRole('button', { name: 'Receive a delivery' }));
  await user.click(await screen.findByRole('button', { name: 'Save the delivery' }));
  expect(await screen.findByRole('alertdialog')).toBeVisible();
  expect(screen.getByRole('dialog', { name: 'What came?', hidden: true })).toBeInTheDocument();
});
