import type { PurchaseOrder, VendorContact, VendorId } from '@bindings';
import { Button, Checkbox, Input, TextInput, UnstyledButton } from '@mantine/core';
import { IconFileTypePdf, IconSend2 } from '@tabler/icons-react';
import { Link } from 'react-router';
import { orderStatusName } from '@/components/orders/progress/OrderStatus';
import { SendsList } from '@/components/orders/sends/SendsList';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import type { Vendors } from '@/queries/vendors';
import { TextareaWithCounter } from '@/ui/inputs/CharacterCounter';
import { useVendorsLink } from '@/ui/navigation/VendorsLink';
import { limits, mayOrderBeSent } from '@/wasm/rules';

import styles from './SendPanel.module.css';
import type { SendFormState } from './useSendForm';
import { VendorChoice } from './VendorChoice';

interface SendPanelProps {
  order: PurchaseOrder;
  vendors: Vendors;
  sending: SendFormState;
  /** Previews the PDF that will be sent. */
  onLook: () => void;
}

interface ContactsProps {
  contacts: readonly VendorContact[];
  sending: SendFormState;
}

function Contacts({ contacts, sending: { form, chosen } }: ContactsProps) {
  const problem = form.problem('contactEmails');
  const toggle = (email: string, on: boolean) => {
    const others = chosen.filter((other) => other !== email);
    form.set('contactEmails', on ? [...others, email] : others);
  };
  return (
    <Input.Wrapper
      label={m.purchase_sendTo()}
      withAsterisk
      error={problem}
      labelElement="div"
      role="group"
      aria-label={m.purchase_sendTo()}
    >
      <ul className={styles.contacts} data-wrong={problem !== undefined || undefined}>
        {contacts.map(({ id, name, email }, at) => (
          <li key={id}>
            <Checkbox
              className={styles.contact ?? ''}
              classNames={{ body: styles.contactBody ?? '', labelWrapper: styles.contactWords ?? '' }}
              label={name}
              description={email}
              checked={chosen.includes(email)}
              aria-invalid={problem !== undefined}
              {...(at === 0 ? { 'data-field': 'contactEmails' } : {})}
              onChange={(event) => toggle(email, event.currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
    </Input.Wrapper>
  );
}

function NoContacts({ vendor }: { vendor: VendorId | null }) {
  const link = useVendorsLink(vendor ?? undefined);
  return (
    <p className={styles.nobody}>
      {vendor === null ? m.purchase_vendorFirst() : m.purchase_noContacts()}{' '}
      {vendor !== null && <Link {...link}>{m.purchase_addContacts()}</Link>}
    </p>
  );
}

function SendForm({ order, vendors, sending, onLook }: SendPanelProps) {
  const { company } = useSession();
  const { form, contacts, chosen, fileName } = sending;
  return (
    <>
      <VendorChoice order={order} vendors={vendors} />
      <form {...form.form} className={styles.form}>
        {contacts.length === 0 ? (
          <NoContacts vendor={order.vendorId} />
        ) : (
          <Contacts contacts={contacts} sending={sending} />
        )}
        <TextInput
          label={m.purchase_subject()}
          placeholder={`${company.name}: ${order.title}`}
          autoComplete="off"
          {...form.field('subject')}
        />
        <TextareaWithCounter
          label={m.purchase_message()}
          placeholder={m.purchase_messageExample()}
          max={limits().purchaseOrderMessage}
          {...form.field('message')}
        />
        <UnstyledButton
          className={styles.file ?? ''}
          aria-label={m.purchase_look({ file: fileName })}
          onClick={onLook}
        >
          <IconFileTypePdf size={20} aria-hidden />
          <span className="grow trunc">{fileName}</span>
        </UnstyledButton>
        <Button
          type="submit"
          size="md"
          fullWidth
          // Once it is sent, something else comes next.
          variant={order.status === 'draft' ? 'filled' : 'default'}
          leftSection={<IconSend2 size={18} aria-hidden />}
          loading={form.busy}
        >
          {chosen.length === 0 ? m.purchase_sendTitle() : m.purchase_sendCount({ count: chosen.length })}
        </Button>
      </form>
    </>
  );
}

/** Recipients and message of an order, and the mails sent before. For admins of contractors. */
export function SendPanel(props: SendPanelProps) {
  const { order, sending } = props;
  const { sends } = order;
  const mayBeSent = mayOrderBeSent(order.status);
  return (
    <>
      {mayBeSent ? (
        <SendForm {...props} />
      ) : (
        <p className={styles.nobody}>{m.purchase_sendOver({ status: orderStatusName(order.status) })}</p>
      )}
      {sends.length > 0 && (
        <section className={styles.sent}>
          <h3>{m.purchase_sent()}</h3>
          <SendsList sends={sends} onAgain={mayBeSent ? sending.again : undefined} />
        </section>
      )}
    </>
  );
}
