import type { Company } from '@bindings';
import { Button, Switch, TextInput } from '@mantine/core';
import { useEffect, useId } from 'react';
import { useFormSync } from '@/components/forms/useFormSync';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCompanyChanges } from '@/queries/companies/profile';
import { CopyTextButton } from '@/ui/inputs/CopyTextButton';
import { toast } from '@/ui/overlays/toasts';
import { checkPublicPage } from '@/wasm/rules';

import styles from './Settings.module.css';

const pageOf = ({ publicPage }: Company) => ({
  visible: publicPage?.visible ?? false,
  slug: publicPage?.slug ?? '',
});

/** The public web page: its visibility and its address. */
export function WebPageForm({ company, onDirty }: { company: Company; onDirty: (dirty: boolean) => void }) {
  const { language } = useSession();
  const { savePublicPage } = useCompanyChanges();
  const id = useId();
  const now = pageOf(company);
  const form = useRulesForm({
    initial: now,
    check: (values) => checkPublicPage(values, language),
    submit: async (values) => {
      const saved = pageOf(await savePublicPage(values));
      form.reset(saved);
      toast.sweet(saved.visible ? m.company_webPageShown() : m.company_webPageHidden());
    },
  });
  useEffect(() => onDirty(form.dirty), [onDirty, form.dirty]);
  useFormSync(form, now);
  const base = `${window.location.origin}/c/`;
  const address = `${base}${now.slug}`;
  return (
    <form {...form.form} className={styles.form} aria-labelledby={`${id}-title`}>
      <div>
        <h3 id={`${id}-title`}>{m.company_webPage()}</h3>
        <p className="muted">{m.company_webPageHint()}</p>
      </div>
      <Switch
        label={m.company_webPageVisible()}
        checked={form.values.visible}
        onChange={(event) => form.set('visible', event.currentTarget.checked)}
      />
      <TextInput
        label={m.company_webPageAddress()}
        description={`${base}…`}
        required={form.values.visible}
        spellCheck={false}
        autoCapitalize="none"
        {...form.field('slug')}
      />
      {now.visible && now.slug !== '' && (
        <div className={styles.logo}>
          <a className={styles.address} href={address} target="_blank" rel="noreferrer">
            {m.company_webPageOpen()}
          </a>
          <CopyTextButton text={address} variant="subtle" color="gray" />
        </div>
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="default" loading={form.busy} disabled={!form.dirty}>
          {m.company_webPageSave()}
        </Button>
      </div>
    </form>
  );
}
