import type { Company } from '@bindings';
import { Button, TextInput } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { useFormSync } from '@/components/forms/useFormSync';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCompanyChanges } from '@/queries/companies/profile';
import { TextareaWithCounter } from '@/ui/inputs/CharacterCounter';
import { useCloseOverlay } from '@/ui/navigation/closeOverlay';
import { Overlay } from '@/ui/overlays/Overlay';
import { toast } from '@/ui/overlays/toasts';
import { checkCompanySettings, limits } from '@/wasm/rules';

import { useCompany } from '../profile/useCompany';
import { CompanyData } from './CompanyData';
import { JobTemplatesForm } from './JobTemplatesForm';
import { LogoForm } from './LogoForm';
import styles from './Settings.module.css';
import { SoftwareLinks } from './SoftwareLinks';
import { VendorRemindersForm } from './VendorRemindersForm';
import { WebPageForm } from './WebPageForm';

const detailsOf = ({ name, location, description }: Company) => ({ name, location, description });

/** Name, location and description. */
function DetailsForm({ company, onDirty }: { company: Company; onDirty: (dirty: boolean) => void }) {
  const { language } = useSession();
  const { saveSettings } = useCompanyChanges();
  const now = detailsOf(company);
  const form = useRulesForm({
    initial: now,
    check: (values) => checkCompanySettings(values, language),
    submit: async (values) => {
      form.reset(detailsOf(await saveSettings(values)));
      toast.sweet(m.company_saved());
    },
  });
  useEffect(() => onDirty(form.dirty), [onDirty, form.dirty]);
  useFormSync(form, now);
  return (
    <form {...form.form} className={styles.form} aria-label={m.company_settings()}>
      <TextInput
        label={m.company_name()}
        required
        autoComplete="organization"
        data-autofocus
        {...form.field('name')}
      />
      <TextInput
        label={m.company_location()}
        required
        leftSection={<IconMapPin size={17} />}
        autoComplete="address-level2"
        {...form.field('location')}
      />
      <TextareaWithCounter
        label={m.company_description()}
        required
        max={limits().description}
        {...form.field('description')}
      />
      <div className={styles.actions}>
        <Button type="submit" loading={form.busy}>
          {m.common_save()}
        </Button>
      </div>
    </form>
  );
}

/** `/app/company/settings`: the company's settings, for admins only. */
export function CompanySettingsOverlay() {
  const { may } = useSession();
  const leave = useCloseOverlay();
  const company = useCompany();
  const [dirty, setDirty] = useState({ details: false, logo: false, page: false });
  const [markDirty] = useState(() => ({
    details: (details: boolean) => setDirty((now) => ({ ...now, details })),
    logo: (logo: boolean) => setDirty((now) => ({ ...now, logo })),
    page: (page: boolean) => setDirty((now) => ({ ...now, page })),
  }));
  if (!may('company.edit')) return <Navigate to="/app/company" replace />;
  const close = () => leave('/app/company');
  return (
    <Overlay
      title={m.company_settings()}
      onClose={close}
      // One click on the backdrop does not close the overlay, two clicks do.
      closeDetail={close}
      dirty={dirty.details || dirty.logo || dirty.page}
      size={760}
    >
      <div className={styles.parts}>
        <DetailsForm company={company} onDirty={markDirty.details} />
        <LogoForm company={company} onDirty={markDirty.logo} />
        <WebPageForm company={company} onDirty={markDirty.page} />
        {may('purchaseOrders.edit') && <VendorRemindersForm />}
        {may('jobs.create') && <JobTemplatesForm />}
        <SoftwareLinks />
        <CompanyData company={company} />
      </div>
    </Overlay>
  );
}
