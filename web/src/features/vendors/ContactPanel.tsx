import type { Vendor, VendorContact } from '@bindings';
import { Button, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useConfirmedDelete } from '@/components/feedback/useConfirmedDelete';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { Permitted } from '@/components/permissions/Permitted';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useVendorChanges } from '@/queries/vendors';
import { ErrorSummary } from '@/ui/feedback/ErrorSummary';
import { SidePanel } from '@/ui/overlays/SidePanel';
import { checkVendorContact } from '@/wasm/rules';

interface ContactPanelProps {
  vendor: Vendor;
  /** Null is a new one. */
  contact: VendorContact | null;
  onClose: () => void;
}

/** 'New contact', or an existing contact to change or delete. Purchase orders are mailed to contacts. */
export function ContactPanel({ vendor, contact, onClose }: ContactPanelProps) {
  const { language } = useSession();
  const { addContact, updateContact, removeContact } = useVendorChanges();
  const removal = useConfirmedDelete();
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
    <SidePanel
      title={contact === null ? m.vendors_newContact() : m.vendors_editContact()}
      under={vendor.name}
      onClose={onClose}
      dirty={form.dirty}
      form={form.form}
      footer={(close) => (
        <>
          {contact === null ? (
            <Button variant="default" onClick={close}>
              {m.common_cancel()}
            </Button>
          ) : (
            <Permitted action="vendors.manage">
              <Button
                variant="outline"
                color="crimson"
                leftSection={<IconTrash size={16} />}
                loading={removal.busy}
                onClick={() =>
                  void removal.ask({
                    question: m.vendors_deleteContactSure({ name: contact.name, vendor: vendor.name }),
                    remove: () => removeContact(contact),
                    onDeleted: onClose,
                  })
                }
              >
                {m.vendors_deleteContact()}
              </Button>
            </Permitted>
          )}
          <Button type="submit" loading={form.busy}>
            {contact === null ? m.vendors_addContact() : m.common_save()}
          </Button>
        </>
      )}
    >
      <div className="stack">
        <ErrorSummary refusals={form.refusals}>{notice('validation')}</ErrorSummary>
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
      </div>
    </SidePanel>
  );
}
