import type { Vendor } from '@bindings';
import { TextInput } from '@mantine/core';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useVendorChanges } from '@/queries/vendors';
import { checkVendor } from '@/wasm/rules';

interface VendorPanelProps {
  /** Null for a new vendor. */
  vendor: Vendor | null;
  onClose: () => void;
  /** Called after the vendor was saved. */
  onSaved: (id: string) => void;
}

/** 'New vendor', or an existing vendor to edit. The account number may stay blank. */
export function VendorPanel({ vendor, onClose, onSaved }: VendorPanelProps) {
  const { language } = useSession();
  const { addVendor, updateVendor } = useVendorChanges();
  const form = useRulesForm({
    initial: { name: vendor?.name ?? '', accountNumber: vendor?.accountNumber ?? '' },
    check: (values) => checkVendor(values, language),
    submit: async (values) => {
      if (vendor === null) onSaved((await addVendor(values)).id);
      else {
        await updateVendor(vendor, values);
        onSaved(vendor.id);
      }
    },
  });
  return (
    <FormPanel
      title={vendor === null ? m.vendors_new() : m.vendors_edit()}
      onClose={onClose}
      form={form}
      verb={vendor === null ? m.vendors_create() : m.common_save()}
    >
      <TextInput
        label={m.vendors_name()}
        placeholder={m.vendors_nameExample()}
        required
        autoComplete="off"
        data-autofocus
        {...form.field('name')}
      />
      <TextInput
        label={m.vendors_accountNumber()}
        description={m.vendors_accountHint()}
        autoComplete="off"
        {...form.field('accountNumber')}
      />
    </FormPanel>
  );
}
