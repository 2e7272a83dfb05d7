/** A purchase order to its end: its vendor answers by a link, the office amends it, learns prices and receives it. */
import type { Company, GuestLink, Product, ProductCategory, PurchaseOrder } from '../../bindings';
import { type Caller, caller, createJob } from './support/apiCaller';
import { expect, expectAccessible, test } from './support/fixtures';
import { photo } from './support/photo';

const admin = 'marisol@summit-roofing.example';

/** An order of these products for a job of its own, which was sent, and the page that its vendor opens. */
async function sentOrder(office: Caller, rows: readonly { productId: string; quantity: number }[]) {
  const roof = await createJob(office);
  const { newPurchaseOrder: order } = await office.post<{ newPurchaseOrder: PurchaseOrder }>(
    '/api/purchase_orders/create',
    { jobId: roof.id, title: '' },
  );
  const { version } = await office.post<{ version: number }>(
    `/api/purchase_orders/updateOrderItems/${order.id}`,
    rows,
  );
  await office.post('/api/purchase_orders/status', { id: order.id, status: 'sent', version });
  const { link } = await office.post<{ link: GuestLink & { url: string } }>('/api/guest_links/create', {
    purchaseOrderId: order.id,
    name: 'Dana Cole',
    language: 'english',
  });
  return { id: order.id, vendorsPage: new URL(link.url).pathname };
}

test('a vendor offers a substitute by link, and the order is amended and received in two parts with a photo', async ({
  page,
  request,
  world,
}) => {
  test.skip(world.phone, 'the office receives on a desktop here');
  const office = await caller(request, admin);
  const { company } = await office.get<{ company: Company }>('/api/auth/fetchProfile');
  const { products } = await office.get<{ products: Product[] }>(`/api/products/products/${company.id}`);
  const [shingles, felt] = products as [Product, Product];
  const { id, vendorsPage } = await sentOrder(office, [
    { productId: shingles.id, quantity: 20 },
    { productId: felt.id, quantity: 3 },
  ]);

  // The vendor has all but one row, and offers something else for it.
  await page.goto(vendorsPage);
  const row = page.getByRole('listitem').filter({ hasText: felt.name });
  await row.getByLabel('We have it').uncheck();
  await row.getByLabel('What can you deliver instead?').fill('Synthetic felt, 10 square roll');
  // The office orders more meanwhile, and the phone was locked: what the vendor typed stays.
  const { order: read } = await office.get<{ order: PurchaseOrder }>(`/api/purchase_orders/single/${id}`);
  await office.post('/api/purchase_orders/amend', {
    id,
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
  await page.goto(`/app/purchase_order/${id}`);
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

test('a vendor states another price by link, and the office takes it into the price list', async ({
  page,
  request,
  world,
}) => {
  test.skip(world.phone, 'the office reads the order on a desktop here');
  const office = await caller(request, admin);
  const { company } = await office.get<{ company: Company }>('/api/auth/fetchProfile');
  const { categories } = await office.get<{ categories: ProductCategory[] }>(
    `/api/products/categories/${company.id}`,
  );
  // Other tests buy at the prices of the demo.
  const add = async (name: string, unitCost: number) => {
    const form = { name: `${name} ${crypto.randomUUID()}`, unitCost, categoryId: categories[0]?.id };
    return (await office.post<{ product: Product }>('/api/products/add', form)).product;
  };
  const [zinc, zipper] = [await add('Zinc strip', 32), await add('Zipper tape', 20)];
  const { id, vendorsPage } = await sentOrder(office, [
    { productId: zinc.id, quantity: 20 },
    { productId: zipper.id, quantity: 3 },
  ]);

  await page.goto(vendorsPage);
  const row = page.getByRole('listitem').filter({ hasText: zinc.name });
  const price = row.getByLabel('Price, if it changed');
  await price.fill('34,5');
  await page.getByRole('button', { name: 'Confirm the order' }).click();
  await expect(row).toContainText('Please enter an amount in dollars');
  await expect(price).toBeFocused();
  await expectAccessible(page);
  // What was typed survives a closed page.
  await price.fill('34.5');
  await page.reload();
  await expect(price).toHaveValue('34.5');
  await page.getByRole('button', { name: 'Confirm the order' }).click();
  await expect(page.getByText('You confirmed this order.')).toBeVisible();
  await expect(price).toHaveValue('34.50');

  await world.demo(admin);
  await page.goto(`/app/purchase_order/${id}`);
  const prices = page.getByRole('region', { name: 'The vendor confirmed another price for 1 product' });
  await expect(prices).toContainText('$32.00 → $34.50');
  await expect(page.getByRole('row', { name: zinc.name })).toContainText("Vendor's price $34.50");
  await expect(page.getByRole('row', { name: zipper.name })).not.toContainText("Vendor's price");
  await expectAccessible(page);
  await prices.getByRole('button', { name: 'Use these prices in the price list' }).click();
  await expect(page.getByText('The new prices are in the price list.')).toBeVisible();
  await expect(prices).toBeHidden();

  await page.goto('/app/jobs/products');
  await page.getByRole('searchbox', { name: 'Search products' }).fill(zinc.name);
  await expect(page.getByRole('row', { name: zinc.name })).toContainText('$34.50');
  // The order stays as it was made.
  await page.goto(`/app/purchase_order/${id}`);
  await expect(page.getByRole('row', { name: zinc.name })).toContainText('$640.00');
  await expect(prices).toBeHidden();
});
