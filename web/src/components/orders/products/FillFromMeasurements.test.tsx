import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aJob, jobId } from '@/testing/aJob';
import { aPurchaseOrder, charcoal, priceList } from '@/testing/aPurchaseOrder';
import { renderIn, signedIn } from '@/testing/render';

import { FillFromMeasurements } from './FillFromMeasurements';
import { orderableCategories } from './orderableProducts';

const [wireCategories, wireProducts] = Object.values(priceList);
const list = { ...wireCategories, ...wireProducts } as Parameters<typeof orderableCategories>[0];
const categories = orderableCategories(list, aPurchaseOrder());
const report = { id: jobId(1), measurement: 'square', amount: 28.5, jobId: jobId(7) };

function open(job = aJob(7, { reports: [report] })) {
  const onFill = vi.fn();
  const shown = renderIn(() => <FillFromMeasurements job={job} categories={categories} onFill={onFill} />, {
    profile: signedIn(),
  });
  return { onFill, ...shown };
}

test('the measurement plus 10 % waste becomes the quantity of the chosen product', async () => {
  const { user, onFill } = open();
  await user.click(screen.getByRole('button', { name: 'Fill from measurements' }));
  expect(screen.getByRole('combobox', { name: 'Measurement' })).toHaveValue('28.5 square');
  expect(screen.getByText('28.5 square + 10% = 31.35')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Set quantity' })).toBeDisabled();
  await user.click(screen.getByRole('combobox', { name: 'Product' }));
  await user.click(await screen.findByRole('option', { name: charcoal.name }));
  await user.click(screen.getByRole('button', { name: 'Set quantity' }));
  expect(onFill).toHaveBeenCalledWith(charcoal.id, 31.35);
});

test('an invalid waste percentage shows an error at its field', async () => {
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Fill from measurements' }));
  const waste = screen.getByRole('textbox', { name: 'Waste' });
  await user.clear(waste);
  await user.type(waste, '500');
  expect(await screen.findByText(/100/)).toBeVisible();
});

test('a job without measurements says so', () => {
  open(aJob(7));
  expect(screen.getByText(/no measurements/)).toBeVisible();
});
