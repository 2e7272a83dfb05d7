/** A purchase order to its end: its vendor answers by a link, the office amends it and receives it in parts. */
import type { Company, GuestLink, Product, PurchaseOrder } from '../../bindings';
import { caller, createJob } from './support/apiCaller';
import { expect, expectAccessible, test } from './support/fixtures';
import { photo } from './support/photo';

const admin = 'marisol@summit-roofing.example';

test('a vendor offers a substitute by link, and the order is amended and received in two parts with a photo', async ({
  page,
  request,
  world,
}) => {
  test.skip(world.phone, 'the office receives on a desktop here');
  const office = await caller(request, admin);
  const roof = await createJob(office);
  const { company } = await office.get<{ company: Company }>('/api/auth/fetchProfile');
  const { products } = await office.get<{ products: Product[] }>(`/api/products/products/${company.id}`);
  const [shingles, felt] = products as [Product, Product];
  const { newPurchaseOrder: draft } = await office.post<{ newPurchaseOrder: PurchaseOrder }>(
    '/api/purchase_orders/create',
    { jobId: roof.id, title: '' },
  );
  const { version } = await office.post<{ version: number }>(
    `/api/purchase_orders/updateOrderItems/${draft.id}`,
    [
      { productId: shingles.id, quantity: 20 },
      { productId: felt.id, quantity: 3 },
    ],
  );
  await office.post('/api/purchase_orders/status', { id: draft.id, status: 'sent', version });
  const { link } = await office.post<{ link: GuestLink & { url: string } }>('/api/guest_links/create', {
    purchaseOrderId: draft.id,
    name: 'Dana Cole',
    language: 'english',
  });

  // The vendor has all but one row, and offers something else for it.
  const vendorsPage = new URL(link.url).pathname;
  await page.goto(vendorsPage);
  const row = page.getByRole('listitem').filter({ hasText: felt.name });
  await row.getByLabel('We have it').uncheck();
  await row.getByLabel('What can you deliver instead?').fill('Synthetic felt, 10 square roll');
  // The office orders more meanwhile, and the phone was locked: what the vendor typed stays.
  const { order: read } = await office.get<{ order: PurchaseOrder }>(
    `/api/purchase_orders/single/${draft.id}`,
  );
  await office.post('/api/purchase_orders/amend', {
    id: draft.id,
    version: read.version,
    items: [
      { productId: shingles.id, quantity: 22 },
      { productId: felt.id, quantity: 3 },
    ],
  });
  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: shingles.name })).toContainText('22');
  await expect(row.getByLabel('What can you deliver instead?')).toHaveValue('Synthetic felt, 10 square roll');

  await page.getByLabel('Day of delivery').fill('2030-03-04');
  await page.getByRole('button', { name: 'Confirm the order' }).click();
  await expect(page.getByText('You confirmed this order.')).toBeVisible();

  await world.demo(admin);
  await page.goto(`/app/purchase_order/${draft.id}`);
  const progress = page.getByRole('region', { name: 'Status of the order' });
  await expect(progress).toContainText('Confirmed by the vendor');
  await expect(progress).toContainText('Offered instead: Synthetic felt, 10 square roll');

  await page.getByRole('button', { name: 'Edit products' }).click();
  const chooser = page.getByRole('dialog', { name: /^Products on/ });
  await chooser.getByRole('searchbox', { name: 'Find a product' }).fill(felt.name);
  await chooser.getByRole('textbox', { name: `Quantity of ${felt.name}` }).fill('2');
  await chooser.getByRole('button', { name: 'Save products' }).click();
  await expect(progress).toContainText('Sent, not opened yet');

  const receive = page.getByRole('button', { name: 'Receive a delivery' });
  const panel = page.getByRole('dialog', { name: /^What came\?/ });
  await receive.click();
  await panel.getByRole('textbox', { name: shingles.name }).fill('12');
  await panel.getByRole('textbox', { name: felt.name }).fill('0');
  await panel.locator('input[type="file"]').setInputFiles({
    name: 'delivery-note.jpg',
    mimeType: 'image/jpeg',
    buffer: await photo(page),
  });
  await expect(panel.getByRole('img', { name: 'delivery-note.jpg' })).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Save the delivery' }).click();
  await expect(progress).toContainText('Partly received');
  await expect(page.getByText('12 received')).toBeVisible();
  await page.getByRole('button', { name: /^Delivery photo by Marisol/ }).click();
  await expect(page.getByRole('dialog', { name: /^Delivery photo by/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectAccessible(page);

  // What is left is offered as what came.
  await receive.click();
  await panel.getByRole('button', { name: 'Save the delivery' }).click();
  await expect(progress.getByText('Received', { exact: true })).toBeVisible();
  await page.goto(vendorsPage);
  await expect(page.getByText('This order has been received.')).toBeVisible();
});
