import type { ProductCategory } from '@bindings';
import { Button, TextInput } from '@mantine/core';
import { m } from '@/i18n';
import { usePriceListChanges } from '@/session/products';
import { useSession } from '@/session/session';
import { SidePanel } from '@/ui/SidePanel';
import { useRulesForm } from '@/ui/useRulesForm';
import { checkCategory } from '@/wasm/rules';

interface CategoryPanelProps {
  category: ProductCategory;
  onClose: () => void;
}

/** Gives a category another name. */
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
