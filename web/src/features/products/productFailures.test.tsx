import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mockServer, refusal } from '@/testing/render';

import { charcoal, openProducts, priceList, products, rowOf, strip, yes } from './testing';

describe('products that the server does not store', () => {
  it('shows when a category could not be created, and keeps what was typed', async () => {
    const { user } = openProducts({
      answers: { 'POST /api/products/categories/add': refusal(500, 'internal', 'inside') },
    });
    await rowOf(charcoal);
    await user.type(screen.getByRole('textbox', { name: /^New category/ }), 'Ventilation');
    await user.click(screen.getByRole('button', { name: 'Add category' }));
    expect(await screen.findByText('There was an issue creating this category.')).toBeVisible();
    expect(screen.getByDisplayValue('Ventilation')).toBeInTheDocument();
  });

  it('reverts a changed cost that was not stored, with an error', async () => {
    const { user } = openProducts({
      answers: { 'PUT /api/products/products': refusal(500, 'internal', 'inside') },
    });
    await user.click(await screen.findByRole('button', { name: `Edit ${charcoal.name}` }));
    const cost = await screen.findByRole('textbox', { name: /^Unit cost/ });
    await user.clear(cost);
    await user.type(cost, '41');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('We could not save that. Please try again in a moment.')).toBeVisible();
    expect(screen.getByText('$38.75')).toBeInTheDocument();
    expect(screen.queryByText('$41.00')).toBeNull();
  });

  it('shows when a category could not be renamed, and its old name', async () => {
    const { user } = openProducts({
      answers: { 'PUT /api/products/categories': refusal(500, 'internal', 'inside') },
    });
    await user.click(await screen.findByRole('button', { name: 'Edit category Shingles' }));
    const name = await screen.findByRole('textbox', { name: /^Category name/ });
    await user.type(name, ' and shakes');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('We could not save that. Please try again in a moment.')).toBeVisible();
    expect(screen.queryByText('Shingles and shakes')).toBeNull();
  });

  it('removes a category at once, and restores it with its products when it could not be deleted', async () => {
    const { user, fetch } = openProducts();
    await user.click(await screen.findByRole('button', { name: 'Delete category Shingles' }));
    const broken = refusal(500, 'internal', 'inside');
    // The category must be restored without the server, which does not return lists either.
    let fail: ((answer: Response) => void) | undefined;
    const answer = new Promise<Response>((resolve) => {
      fail = resolve;
    });
    fetch.mockImplementation((_, init) =>
      init?.method === 'DELETE' ? answer : Promise.resolve(broken.clone()),
    );
    await user.click(await screen.findByRole('button', { name: yes }));
    await waitFor(() => expect(screen.queryByText(charcoal.name)).toBeNull());
    expect(screen.getByText('Skylights')).toBeInTheDocument();
    fail?.(broken.clone());
    expect(
      await screen.findByText('There was an error removing this category. Please try again in a moment.'),
    ).toBeVisible();
    const names = screen.getAllByRole('rowheader', { hidden: true }).map(({ textContent }) => textContent);
    expect(names).toEqual([charcoal.name, strip.name]);
    const titles = screen.getAllByRole('heading', { level: 3, hidden: true });
    expect(titles.map(({ textContent }) => textContent)).toEqual(['Shingles 2', 'Skylights 0']);
  });

  it('confirms before a product is deleted, and restores it when that failed', async () => {
    const { user } = openProducts({
      answers: { [`DELETE /api/products/products/${strip.id}`]: refusal(500, 'internal', 'inside') },
    });
    await user.click(await screen.findByRole('button', { name: `Delete ${strip.name}` }));
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveTextContent("You won't be able to revert this!");
    await user.click(within(question).getByRole('button', { name: yes }));
    expect(
      await screen.findByText('There was an error removing this product. Please try again in a moment.'),
    ).toBeVisible();
    expect(screen.getByText(strip.name)).toBeInTheDocument();
  });

  it('offers a retry when the price list cannot be loaded, and does not show it as empty', async () => {
    const { user } = openProducts({ answers: { [products]: refusal(403, 'forbidden', 'Unauthorized') } });
    expect(await screen.findByRole('heading', { name: 'Unauthorized' })).toBeVisible();
    expect(screen.queryByText('no product categories to show')).toBeNull();
    mockServer(priceList);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await rowOf(charcoal)).toBeVisible();
  });
});
