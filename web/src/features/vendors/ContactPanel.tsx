import type { Vendor, VendorContact } from '@bindings';
import { TextInput } from '@mantine/core';
import { DeleteButton } from '@/components/feedback/DeleteButton';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useVendorChanges } from '@/queries/vendors';
import { checkVendorContact } from '@/wasm/rules';

interface ContactPanelProps {
  vendor: Vendor;
  /** Null for a new contact. */
  contact: VendorContact | null;
  onClose: () => void;
}

/** 'New contact', or an existing contact to edit or delete. Purchase orders are mailed to contacts. */
export function ContactPanel({ vendor, contact, onClose }: ContactPanelProps) {
  const { language } = useSession();
  const { addContact, updateContact, removeContact } = useVendorChanges();
  const form = useRulesForm({
    initial: { name: contact?.name ?? '', email: contact?.email ?? '' },
    check: (values) => checkVendorContact(values, language),
    submit: async (values) => {
      if (contact === null) await addContact(vendor, values);
      else await updateContact(contact, values);
      onClose();
    },
  });
  return (
    <FormPanel
      title={contact === null ? m.vendors_newContact() : m.vendors_editContact()}
      under={vendor.name}
      onClose={onClose}
      form={form}
      verb={contact === null ? m.vendors_addContact() : m.common_save()}
      instead={
        contact && (
          <DeleteButton
            action="vendors.manage"
            label={m.vendors_deleteContact()}
            question={m.vendors_deleteContactSure({ name: contact.name, vendor: vendor.name })}
            remove={() => removeContact(contact)}
            onDeleted={onClose}
          />
        )
      }
    >
      <TextInput
        label={m.vendors_contactName()}
        required
        autoComplete="off"
        data-autofocus
        {...form.field('name')}
      />
      <TextInput
        label={m.vendors_email()}
        description={m.vendors_emailHint()}
        required
        type="email"
        inputMode="email"
        autoComplete="off"
        {...form.field('email')}
      />
    </FormPanel>
  );
}
