/** Purchase orders and work orders, from the measurements to the mail and the signature. */
import { writeFileSync } from 'node:fs';
import { devices } from '@playwright/test';

import type { Vendor, VendorContact, WorkOrder, WorkOrderItem } from '../../bindings';
import { assignJob, caller, createJob } from './support/apiCaller';
import { demoToken, expect, expectAccessible, test } from './support/fixtures';
import { mailTo } from './support/mailbox';
import { pagesOf, textOf } from './support/pdfPages';

const admin = 'marisol@summit-roofing.example';
const subcontractor = 'luis@rios-brothers.example';

test('measurements are ordered with waste, and the vendor receives the order as a PDF', async ({
  page,
  request,
  world,
}, info) => {
  test.skip(world.phone, 'the office orders on a desktop');
  const office = await caller(request, admin);
  const roof = await createJob(office);
  const { vendors, vendorContacts } = await office.get<{
    vendors: Vendor[];
    vendorContacts: VendorContact[];
  }>('/api/contractor_vendors');
  const vendor = vendors.find(({ name }) => name === 'Music City Roofing Supply') as Vendor;
  const contact = vendorContacts.find(({ vendorId }) => vendorId === vendor.id) as VendorContact;
  await world.demo(admin);

  await page.goto(`/app/jobs/details/${roof.id}?view=measurements`);
  await page.getByRole('textbox', { name: 'Amount' }).fill('24.4');
  await page.getByRole('button', { name: 'Add measurement' }).click();
  await expect(page.getByRole('row', { name: /24\.4/ })).toBeVisible();

  await page.getByRole('tab', { name: /Purchase orders/i }).click();
  await expect(page.getByRole('textbox', { name: 'New purchase order' })).toHaveValue('#-1');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page).toHaveURL(/\/app\/purchase_order\//);
  const panel = page.getByRole('dialog', { name: /Products on #-1/ });
  await panel.getByRole('button', { name: 'Fill from measurements' }).click();
  await panel.getByRole('combobox', { name: 'Product' }).fill('charcoal');
  await page.getByRole('option', { name: /Architectural shingle, charcoal/ }).click();
  await expect(panel.getByRole('status').filter({ hasText: '26.84' })).toBeVisible();
  await panel.getByRole('button', { name: 'Set quantity' }).click();
  await panel.getByRole('searchbox', { name: 'Find a product' }).fill('ridge cap');
  await panel.getByRole('textbox', { name: /Quantity of Hip and ridge cap/ }).fill('3');
  // 26.84 x 117.50 and 3 x 68.90.
  await expect(panel.getByRole('status', { name: 'Running total' })).toHaveText('$3,360.40');
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Save products' }).click();
  await expect(panel).toBeHidden();

  const send = page.getByRole('complementary', { name: 'Send to vendor' });
  await send.getByRole('combobox', { name: 'Vendor' }).click();
  await page.getByRole('option', { name: vendor.name }).click();
  await send.getByRole('button', { name: /^Send/ }).click();
  await expect(send).toContainText('You must choose at least one contact');
  await send.getByRole('checkbox', { name: contact.name }).check();
  await send.getByRole('textbox', { name: 'Message' }).fill('Driveway, left side.\nBefore 7 AM, please.');
  await expectAccessible(page);
  await send.getByRole('button', { name: 'Send to 1 contact' }).click();
  await expect(page.getByText(`Sent PO to: ${contact.email}`).first()).toBeVisible();

  const mail = await mailTo(contact.email, '#-1');
  expect(mail.from?.name).toBe('Summit Roofing & Exteriors');
  expect(mail.replyTo?.[0]?.address).toBe(admin);
  expect(mail.text).toContain('Driveway, left side.');
  const [attached] = mail.attachments;
  expect(attached?.mimeType).toBe('application/pdf');
  const pdf = info.outputPath('order.pdf');
  writeFileSync(pdf, Buffer.from(attached?.content as ArrayBuffer));
  expect(pagesOf(pdf)).toBe(1);
  const words = textOf(pdf);
  for (const line of [
    'Summit Roofing & Exteriors',
    'Okafor re-roof',
    vendor.name,
    'Architectural shingle, charcoal',
    '26.84',
    '$117.50',
    '$3,153.70',
    '$3,360.40',
  ])
    expect(words).toContain(line);
  await expect(send.getByText(contact.email).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('complementary', { name: 'Send to vendor' })).toContainText('Sent so far');
});

test('a crew receives its work order in its language, signs on the phone, and sees when it changes', async ({
  browser,
  page,
  request,
  world,
}) => {
  test.skip(world.phone, 'the office has a desktop here and the crew the phone');
  const [office, crew] = [await caller(request, admin), await caller(request, subcontractor)];
  const roof = await createJob(office);
  await assignJob(office, crew, roof.id);
  const { newWorkOrder } = await office.post<{ newWorkOrder: WorkOrder }>('/api/work_orders/create', {
    jobId: roof.id,
    title: '',
  });
  const pay = { title: 'Tear off two layers', quantity: 24.5, unitCost: 62 };
  const { item } = await office.post<{ item: WorkOrderItem }>('/api/work_orders/addItem', {
    ...pay,
    workOrderId: newWorkOrder.id,
  });
  await world.demo(admin);

  await page.goto(`/app/work_order/${newWorkOrder.id}`);
  await expect(page.getByText('$1,519.00').filter({ visible: true }).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Send this work order' });
  await panel.getByRole('button', { name: 'Send', exact: true }).click();
  const mail = await mailTo(subcontractor, roof.title);
  expect(mail.text).toContain(`/app/work_order/${newWorkOrder.id}`);
  expect(mail.text).toMatch(/orden de trabajo/i);

  const context = await browser.newContext({
    ...devices['Pixel 7'],
    viewport: { width: 390, height: 844 },
    locale: 'es-US',
    timezoneId: 'America/Chicago',
  });
  const token = await demoToken(request, subcontractor);
  await context.addInitScript((value) => localStorage.setItem('ridgeline.token', value), token);
  const phone = await context.newPage();
  await phone.goto(`/app/work_order/${newWorkOrder.id}`);
  await expect(phone.getByText('Tear off two layers')).toBeVisible();
  await expectAccessible(phone);
  const sign = phone.getByRole('button', { name: 'Firmar', exact: true });
  const box = await sign.boundingBox();
  expect(box?.height ?? 0).toBeGreaterThanOrEqual(44);
  await sign.tap();
  await expect(phone.getByRole('button', { name: /Quitar mi firma/ })).toBeVisible();
  // Shown before the server has it; on other items it would be refused.
  const signed = `/api/work_orders/single/${newWorkOrder.id}`;
  await expect
    .poll(async () => (await office.get<{ order: WorkOrder }>(signed)).order.signOffs.length)
    .toBe(1);

  await expect(page.getByText('Luis Ríos').filter({ visible: true }).first()).toBeVisible();
  await office.post('/api/work_orders/updateItem', { ...pay, id: item.id, quantity: 26 });
  await expect(page.getByText('Changed since signed').filter({ visible: true }).first()).toBeVisible();
  await expect(phone.getByText('Cambió después de la firma').filter({ visible: true }).first()).toBeVisible();
  await expect(phone.getByText('$1,612.00').filter({ visible: true }).first()).toBeVisible();
  await context.close();
});
