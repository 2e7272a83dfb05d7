import type { ProductCategory } from '@bindings';
import { Button, TextInput } from '@mantine/core';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { usePriceListChanges } from '@/queries/products';
import { SidePanel } from '@/ui/overlays/SidePanel';
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
    <SidePanel
      title={m.products_editCategory()}
      onClose={onClose}
      dirty={form.dirty}
      form={form.form}
      footer={(close) => (
        <>
          <Button variant="default" onClick={close}>
            {m.common_cancel()}
          </Button>
          <Button type="submit" loading={form.busy}>
            {m.common_save()}
          </Button>
        </>
      )}
    >
      <TextInput
        label={m.products_categoryName()}
        required
        autoComplete="off"
        data-autofocus
        {...form.field('title')}
      />
    </SidePanel>
  );
}
