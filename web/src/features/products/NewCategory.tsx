import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { usePriceListChanges } from '@/queries/products';
import { toast } from '@/ui/overlays/toasts';
import { useReportUnsaved } from '@/ui/overlays/UnsavedFormsContext';
import { checkCategory } from '@/wasm/rules';

import styles from './Products.module.css';

/** The form of a new category above the list; without permission it is disabled and shows the reason. */
export function NewCategory() {
  const { language, whyNot } = useSession();
  const { addCategory } = usePriceListChanges();
  const reason = whyNot('products.manage');
  const form = useRulesForm({
    initial: { title: '' },
    check: (values) => checkCategory(values, language),
    submit: async (values) => {
      await addCategory(values);
      form.reset({ title: '' });
      toast.sweet(m.products_categoryAdded({ title: values.title.trim() }));
    },
  });
  useReportUnsaved(form.dirty);
  return (
    <form {...form.form} className={styles.newCategory}>
      <TextInput
        className={styles.newTitle ?? ''}
        label={m.products_newCategory()}
        description={reason ?? undefined}
        placeholder={m.products_categoryExample()}
        required
        disabled={reason !== null}
        autoComplete="off"
        {...form.field('title')}
      />
      <Permitted action="products.manage">
        <Button
          type="submit"
          variant="default"
          className={styles.addCategory ?? ''}
          leftSection={<IconPlus size={17} stroke={2.4} />}
          loading={form.busy}
        >
          {m.products_addCategory()}
        </Button>
      </Permitted>
    </form>
  );
}
