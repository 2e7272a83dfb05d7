import type { Job, JobTemplate, WorkOrder } from '../../bindings';
import { caller, createJob } from './support/apiCaller';
import { expect, expectAccessible, test } from './support/fixtures';

const admin = 'marisol@summit-roofing.example';

test('the office saves a job as a template and makes the next one from it with its measurements and orders', {
  tag: '@desktop',
}, async ({ page, request, world }) => {
  await world.demo(admin);
  const office = await caller(request, admin);
  const model = await createJob(office);
  await office.post('/api/jobs/addMeasurementReport', {
    jobId: model.id,
    measurement: 'square',
    amount: 24.5,
  });
  const { newWorkOrder } = await office.post<{ newWorkOrder: WorkOrder }>('/api/work_orders/create', {
    jobId: model.id,
  });
  const item = { title: 'Tear-off', description: '', quantity: 2, unitCost: 70 };
  await office.post('/api/work_orders/addItem', { workOrderId: newWorkOrder.id, ...item });

  const name = `Hail ${crypto.randomUUID().slice(0, 8)}`;
  await page.goto(`/app/jobs/details/${model.id}`);
  await page.getByRole('button', { name: 'Job actions' }).click();
  await page.getByRole('menuitem', { name: 'Save as template' }).click();
  const panel = page.getByRole('dialog', { name: 'Save as template' });
  await panel.getByLabel(/^Name of the template/).fill(name);
  await panel.getByLabel('First note').fill('Ask for the insurer.');
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^The template is saved/)).toBeVisible();

  await page.goto('/app/jobs/new');
  const form = page.getByRole('dialog', { name: 'New Job' });
  await form.getByRole('combobox', { name: 'From a template' }).click();
  await form.getByRole('option', { name }).click();
  await expect(form.getByLabel(/^Title/)).toHaveValue(model.title);
  const title = `Moss ${crypto.randomUUID().slice(0, 8)}`;
  await form.getByLabel(/^Title/).fill(title);
  await form.getByLabel(/^City/).fill('Nashville');
  await form.getByLabel(/^State/).fill('TN');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create job' }).click();
  await page.getByRole('alertdialog', { name: 'Sweet!' }).getByRole('button', { name: 'OK' }).click();
  const job = page.getByRole('dialog', { name: title });
  await expect(job).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const { info } = await office.get<{ info: Job }>(`/api/jobs/job/${id}`);
  expect(info.reports.map(({ measurement, amount }) => [measurement, amount])).toEqual([['square', 24.5]]);
  const { orders } = await office.get<{ orders: WorkOrder[] }>(`/api/work_orders/job/${id}`);
  expect(orders.flatMap((order) => order.orderItems.map((row) => row.title))).toEqual(['Tear-off']);
  await job.getByRole('tab', { name: /^Notes/ }).click();
  await expect(job.getByText('Ask for the insurer.')).toBeVisible();

  const { templates } = await office.get<{ templates: JobTemplate[] }>('/api/job_templates/all');
  for (const template of templates.filter((each) => each.name === name))
    await office.delete(`/api/job_templates/${template.id}`);
});
