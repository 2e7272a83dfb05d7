import type { Product, ProductCategory } from '@bindings';
import { ActionIcon, Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { confirmDelete } from '@/components/feedback/confirmDelete';
import { runWithToast } from '@/components/feedback/runWithToast';
import { Permitted } from '@/components/permissions/Permitted';
import { TranslationToggle, Words } from '@/components/translations/Translated';
import { m, notice } from '@/i18n';
import { isOptimisticId } from '@/queries/mutations/optimisticIds';
import { usePriceListChanges } from '@/queries/products';
import { type Translations, together, useTranslations } from '@/queries/translations/translations';
import { moneyFormat } from '@/wasm/rules';

import { CategoryPanel } from './CategoryPanel';
import { ProductPanel } from './ProductPanel';
import styles from './Products.module.css';
import type { CategoryWithProducts } from './useProductSearch';

/** Deletes after a confirmation; optimistic, and reverted when it fails. */
async function confirmAndRemove(question: string, remove: () => Promise<void>, done: string): Promise<void> {
  const sure = await confirmDelete(question);
  if (sure) await runWithToast(remove, done);
}

function CategoryActions({ category, onAdd }: { category: ProductCategory; onAdd: () => void }) {
  const { title } = category;
  const { removeCategory } = usePriceListChanges();
  const [editing, setEditing] = useState(false);
  const onDelete = () =>
    void confirmAndRemove(
      `${m.products_deleteCategorySure({ title })} ${notice('categoryProductsGo')}`,
      () => removeCategory(category),
      m.products_categoryDeleted({ title }),
    );
  return (
    <div className={styles.actions}>
      <Permitted action="products.manage">
        <Button
          variant="subtle"
          className={styles.add ?? ''}
          leftSection={<IconPlus size={16} stroke={2.4} />}
          aria-label={m.products_addTo({ title })}
          onClick={onAdd}
        >
          {m.products_add()}
        </Button>
      </Permitted>
      <Permitted action="products.manage">
        <ActionIcon aria-label={m.products_editCategoryNamed({ title })} onClick={() => setEditing(true)}>
          <IconPencil size={17} />
        </ActionIcon>
      </Permitted>
      <Permitted action="products.manage">
        <ActionIcon aria-label={m.products_deleteCategory({ title })} onClick={onDelete}>
          <IconTrash size={17} />
        </ActionIcon>
      </Permitted>
      {editing && <CategoryPanel category={category} onClose={() => setEditing(false)} />}
    </div>
  );
}

interface ProductRowProps {
  product: Product;
  translations: Translations;
  onEdit: () => void;
}

function ProductRow({ product, translations, onEdit }: ProductRowProps) {
  const { name, unitCost } = product;
  const { removeProduct } = usePriceListChanges();
  const onDelete = () =>
    void confirmAndRemove(
      m.products_deleteSure({ name }),
      () => removeProduct(product),
      m.products_deleted({ name }),
    );
  return (
    <tr>
      <th scope="row" className={styles.name}>
        <Words from={translations} id={product.id} field="name">
          {name}
        </Words>
      </th>
      <td className={`right num ${styles.cost}`}>{moneyFormat(unitCost)}</td>
      <td className={styles.verbs}>
        <Permitted action="products.manage">
          <ActionIcon aria-label={m.products_editNamed({ name })} onClick={onEdit}>
            <IconPencil size={17} />
          </ActionIcon>
        </Permitted>
        <Permitted action="products.manage">
          <ActionIcon aria-label={m.products_deleteNamed({ name })} onClick={onDelete}>
            <IconTrash size={17} />
          </ActionIcon>
        </Permitted>
      </td>
    </tr>
  );
}

/** One category with its products and their costs. */
export function CategoryCard({ category, products }: CategoryWithProducts) {
  const heading = useId();
  const [open, setOpen] = useState<Product | 'new' | null>(null);
  const stored = products.filter(({ id }) => !isOptimisticId(id));
  const translations = useTranslations(
    'product',
    stored.map(({ id, name }) => ({ id, texts: [name] })),
  );
  const { id, title } = category;
  const titles = useTranslations('category', isOptimisticId(id) ? [] : [{ id, texts: [title] }]);
  return (
    <section className={`card ${styles.category}`} aria-labelledby={heading}>
      <div className={styles.head}>
        <h3 id={heading} className="grow">
          <Words from={titles} id={id} field="title">
            {title}
          </Words>{' '}
          <span className={`num ${styles.count}`}>{products.length}</span>
        </h3>
        <CategoryActions category={category} onAdd={() => setOpen('new')} />
      </div>
      {products.length === 0 ? (
        <p className={styles.none}>{m.products_noProducts()}</p>
      ) : (
        <table className={`table ${styles.products}`} aria-labelledby={heading}>
          <thead className="spoken">
            <tr>
              <th scope="col">{m.products_name()}</th>
              <th scope="col">{m.products_unitCost()}</th>
              <th scope="col">{m.common_edit()}</th>
            </tr>
          </thead>
          <tbody>
            {products.map((product) => (
              <ProductRow
                key={product.id}
                product={product}
                translations={translations}
                onEdit={() => setOpen(product)}
              />
            ))}
          </tbody>
        </table>
      )}
      <div className={styles.translation}>
        <TranslationToggle translations={together(titles, translations)} />
      </div>
      {open !== null && (
        <ProductPanel
          category={category}
          product={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  );
}
