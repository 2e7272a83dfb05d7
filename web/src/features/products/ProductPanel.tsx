import type { Product, ProductCategory } from '@bindings';
import { TextInput } from '@mantine/core';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { usePriceListChanges } from '@/queries/products';
import { FigureField } from '@/ui/inputs/FigureField';
import { checkProduct } from '@/wasm/rules';

interface ProductPanelProps {
  category: ProductCategory;
  /** Null for a new product. */
  product: Product | null;
  onClose: () => void;
}

interface Typed {
  name: string;
  /** Input value; '' while empty. */
  unitCost: number | string;
}

const formOf = ({ name, unitCost }: Typed) => ({ name, unitCost: unitCost === '' ? null : Number(unitCost) });

/** 'Add product' to a category, or an existing product to edit. */
export function ProductPanel({ category, product, onClose }: ProductPanelProps) {
  const { language } = useSession();
  const { addProduct, updateProduct } = usePriceListChanges();
  const initial: Typed = { name: product?.name ?? '', unitCost: product?.unitCost ?? '' };
  const form = useRulesForm({
    initial,
    check: (typed) => checkProduct(formOf(typed), language),
    submit: async (typed) => {
      if (product === null) await addProduct(category, formOf(typed));
      else await updateProduct(product, formOf(typed));
      onClose();
    },
  });
  return (
    <FormPanel
      title={product === null ? m.products_new() : m.products_edit()}
      under={category.title}
      onClose={onClose}
      form={form}
      verb={product === null ? m.products_add() : m.common_save()}
    >
      <TextInput
        label={m.products_name()}
        placeholder={m.products_nameExample()}
        required
        autoComplete="off"
        data-autofocus
        {...form.field('name')}
      />
      <FigureField label={m.products_unitCost()} required leftSection="$" {...form.choice('unitCost')} />
    </FormPanel>
  );
}
