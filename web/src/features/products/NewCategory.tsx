import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { m } from '@/i18n';
import { usePriceListChanges } from '@/session/products';
import { useSession } from '@/session/session';
import { Permitted } from '@/ui/Permitted';
import { toast } from '@/ui/toasts';
import { useUnsaved } from '@/ui/unsaved';
import { useRulesForm } from '@/ui/useRulesForm';
import { checkCategory } from '@/wasm/rules';

import styles from './Products.module.css';

/** The form of a new category over the list; who is no admin sees it disabled, with the reason. */
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
  useUnsaved(form.dirty);
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
