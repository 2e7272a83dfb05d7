import type { ProductCategory } from '@bindings';
import { TextInput } from '@mantine/core';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { usePriceListChanges } from '@/queries/products';
import { checkCategory } from '@/wasm/rules';

interface CategoryPanelProps {
  category: ProductCategory;
  onClose: () => void;
}

/** Renames a category. */
export function CategoryPanel({ category, onClose }: CategoryPanelProps) {
  const { language } = useSession();
  const { renameCategory } = usePriceListChanges();
  const form = useRulesForm({
    initial: { title: category.title },
    check: (values) => checkCategory(values, language),
    submit: async (values) => {
      await renameCategory(category, values);
      onClose();
    },
  });
  return (
    <FormPanel title={m.products_editCategory()} onClose={onClose} form={form} verb={m.common_save()}>
      <TextInput
        label={m.products_categoryName()}
        required
        autoComplete="off"
        data-autofocus
        {...form.field('title')}
      />
    </FormPanel>
  );
}
