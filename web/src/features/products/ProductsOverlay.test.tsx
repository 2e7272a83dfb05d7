import type { Product } from '@bindings';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '@/i18n';
import { jobId } from '@/testing/aJob';
import { mockServer, signedIn } from '@/testing/render';
import { downloadList } from '@/testing/savedFiles';

import {
  card,
  categories,
  category,
  charcoal,
  openProducts,
  path,
  priceList,
  products,
  rowOf,
  sent,
  shingles,
  skylights,
  strip,
  yes,
} from './testing';

describe('products', () => {
  it('lists every category with its products and their costs, to the cent', async () => {
    openProducts();
    expect(within(await rowOf(charcoal)).getByText('$38.75')).toBeVisible();
    expect(screen.getByText(/^Your price list\. Purchase orders use these products/)).toBeVisible();
    expect(within(await rowOf(strip)).getByText('$1,052.40')).toBeVisible();
    expect(within(await card('Shingles')).getByText('2')).toBeVisible();
    expect(within(await card('Skylights')).getByText('no products in this category')).toBeVisible();
  });

  it('shows that there is no category yet, and how to start', async () => {
    openProducts({ answers: { [categories]: { categories: [] }, [products]: { products: [] } } });
    expect(await screen.findByText('no product categories to show')).toBeVisible();
    expect(screen.getByText(/Start with a category/)).toBeVisible();
  });

  it('finds a product by words of its name and category, whatever the accents, and shows when none matches', async () => {
    const { user } = openProducts({
      answers: { [products]: { products: [charcoal, { ...strip, name: 'Lámina de inicio' }] } },
    });
    await rowOf(charcoal);
    const search = screen.getByRole('searchbox', { name: 'Search products' });
    await user.type(search, 'lamina shing');
    await waitFor(() => expect(screen.queryByRole('region', { name: /^Skylights/ })).toBeNull());
    expect(screen.getByRole('rowheader', { name: 'Lámina de inicio' })).toBeVisible();
    await user.clear(search);
    await user.type(search, 'skylights');
    await waitFor(() => expect(screen.queryByRole('rowheader')).toBeNull());
    expect(await card('Skylights')).toBeVisible();
    await user.type(search, ' gravel');
    await user.click(await screen.findByRole('button', { name: 'Clear search' }));
    expect(await rowOf(charcoal)).toBeVisible();
  });

  it('refuses a category without a name at the field, and shows the added one', async () => {
    const vents = category(94, 'Ventilation');
    const add = 'POST /api/products/categories/add';
    const { user, fetch } = openProducts({ answers: { [add]: { category: vents } } });
    await rowOf(charcoal);
    const title = screen.getByRole('textbox', { name: /^New category/ });
    await user.click(screen.getByRole('button', { name: 'Add category' }));
    expect(title).toHaveAttribute('aria-invalid', 'true');
    expect(title).toHaveFocus();
    expect(sent(fetch, 'POST')).toBeNull();
    await user.type(title, 'Ventilation');
    const server = mockServer({
      ...priceList,
      [categories]: { categories: [shingles, skylights, vents] },
      [add]: { category: vents },
    });
    await user.click(screen.getByRole('button', { name: 'Add category' }));
    expect(await card('Ventilation')).toBeVisible();
    expect(sent(server, 'POST')).toEqual({ title: 'Ventilation' });
    expect(title).toHaveValue('');
  });

  it('adds a product to its category with its cost as a number', async () => {
    const dome: Product = { id: jobId(95), name: 'Dome 2x4', unitCost: 412.5, categoryId: skylights.id };
    const { user } = openProducts();
    await user.click(await screen.findByRole('button', { name: 'Add product to Skylights' }));
    await user.type(await screen.findByRole('textbox', { name: /^Product name/ }), 'Dome 2x4');
    await user.type(screen.getByRole('textbox', { name: /^Unit cost/ }), '412.5');
    const server = mockServer({
      ...priceList,
      [products]: { products: [charcoal, strip, dome] },
      'POST /api/products/add': { product: dome },
    });
    await user.click(screen.getByRole('button', { name: 'Add product' }));
    expect(within(await rowOf(dome)).getByText('$412.50')).toBeInTheDocument();
    expect(sent(server, 'POST')).toEqual({ name: 'Dome 2x4', unitCost: 412.5, categoryId: skylights.id });
  });

  it('requires name and cost of a new product before it is sent', async () => {
    const { user, fetch } = openProducts();
    await user.click(await screen.findByRole('button', { name: 'Add product to Skylights' }));
    await screen.findByRole('textbox', { name: /^Product name/ });
    await user.click(screen.getByRole('button', { name: 'Add product' }));
    expect(screen.getByRole('textbox', { name: /^Product name/ })).toHaveAttribute('aria-invalid', 'true');
    expect(screen.getByRole('textbox', { name: /^Unit cost/ })).toHaveAttribute('aria-invalid', 'true');
    expect(sent(fetch, 'POST')).toBeNull();
  });

  it('refuses a cost with a third decimal at the field, and stores it with two', async () => {
    const put = 'PUT /api/products/products';
    const dearer = { ...charcoal, unitCost: 39.12 };
    const { user, fetch } = openProducts();
    await user.click(await screen.findByRole('button', { name: `Edit ${charcoal.name}` }));
    const cost = await screen.findByRole('textbox', { name: /^Unit cost/ });
    await user.clear(cost);
    await user.type(cost, '39.125');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(cost).toHaveAttribute('aria-invalid', 'true');
    expect(cost).toHaveFocus();
    expect(cost).toHaveAccessibleDescription(/decimal/);
    expect(sent(fetch, 'PUT')).toBeNull();
    await user.clear(cost);
    await user.type(cost, '39.12');
    const server = mockServer({
      ...priceList,
      [products]: { products: [dearer, strip] },
      [put]: { product: dearer },
    });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(within(await rowOf(charcoal)).getByText('$39.12')).toBeInTheDocument();
    expect(sent(server, 'PUT')).toEqual({ id: charcoal.id, name: charcoal.name, unitCost: 39.12 });
  });

  it('warns that a category is deleted with its products', async () => {
    const { user, fetch } = openProducts({
      answers: { [`DELETE /api/products/categories/${shingles.id}`]: { id: shingles.id } },
    });
    await user.click(await screen.findByRole('button', { name: 'Delete category Shingles' }));
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveTextContent('“Shingles” will be removed. This also deletes all of its products.');
    expect(fetch.mock.calls.every(([, init]) => init?.method === 'GET')).toBe(true);
    fetch.mockImplementation(async (address, init) =>
      Response.json(
        init?.method === 'DELETE'
          ? { id: shingles.id }
          : address.includes('categories')
            ? { categories: [skylights] }
            : { products: [] },
      ),
    );
    await user.click(within(question).getByRole('button', { name: yes }));
    await waitFor(() => expect(screen.queryByRole('rowheader')).toBeNull());
    expect(await card('Skylights')).toBeInTheDocument();
  });

  it('lets a member read the prices, and shows why nothing can be changed', async () => {
    const { user, fetch } = openProducts({ profile: signedIn({ userType: 'member' }) });
    const only = 'Only admin accounts can perform this action';
    expect(within(await rowOf(charcoal)).getByText('$38.75')).toBeVisible();
    expect(screen.getByRole('textbox', { name: /^New category/ })).toBeDisabled();
    for (const name of ['Add category', 'Add product to Shingles', `Edit ${charcoal.name}`]) {
      const button = screen.getByRole('button', { name });
      expect(button).toHaveAccessibleDescription(only);
      await user.click(button);
    }
    await user.click(screen.getByRole('button', { name: 'Delete category Shingles' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.queryByRole('textbox', { name: /^Product name/ })).toBeNull();
    expect(fetch.mock.calls.every(([, init]) => init?.method === 'GET')).toBe(true);
  });

  it('links an admin to the import of a price list and to the vendors, and shows a member why not to the import', async () => {
    const { user, router } = openProducts({ profile: signedIn({ userType: 'member' }) });
    await rowOf(charcoal);
    const link = screen.getByRole('link', { name: 'Import' });
    expect(link).toHaveAttribute('href', '/app/jobs/products/import');
    expect(link).toHaveAccessibleDescription('Only admin accounts can perform this action');
    await user.click(link);
    expect(router.state.location.pathname).toBe(path);
    await user.click(screen.getAllByRole('link', { name: 'Vendors' })[0] as HTMLElement);
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/jobs/vendors'));
    expect(router.state.location.state).toEqual({ from: path });
  });

  it('redirects a subcontractor to the jobs without fetching prices', async () => {
    const { fetch, router } = openProducts({ profile: signedIn({}, { companyType: 'subcontractor' }) });
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/jobs'));
    expect(fetch).not.toHaveBeenCalled();
  });

  it('confirms before a category that was typed and not added is lost, and keeps the filters of the jobs', async () => {
    const { user, router } = openProducts({ at: `${path}?q=hail` });
    await rowOf(charcoal);
    await user.type(screen.getByRole('textbox', { name: /^New category/ }), 'Vent');
    await user.keyboard('{Escape}');
    expect(await screen.findByText('Discard your changes?')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/jobs'));
    expect(router.state.location.search).toBe('?q=hail');
  });

  it('is shown in Spanish, including the warning', async () => {
    const { user } = openProducts();
    setLanguage('spanish');
    expect(await screen.findByRole('heading', { name: 'Productos' })).toBeVisible();
    expect(await screen.findByText('no hay productos en esta categoría')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Eliminar categoría Shingles' }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'Esto también elimina todos sus productos.',
    );
  });
});

it('saves the products that the search leaves, with their category and a plain cost', async () => {
  const { user } = openProducts();
  await rowOf(charcoal);
  await user.type(screen.getByRole('searchbox', { name: 'Search products' }), 'starter');
  await waitFor(() => expect(screen.queryByRole('rowheader', { name: charcoal.name })).toBeNull());
  const { list, lines } = await downloadList(user);
  expect(list).toBe('products');
  expect(lines.slice(1)).toEqual(['Shingles,"Starter strip, 120 lf",1052.4']);
});
