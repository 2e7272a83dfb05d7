import type { OrderSend, PurchaseOrder, VendorContact } from '@bindings';
import { ApiFailure } from '@/api/client';
import { m, notice } from '@/i18n';
import { usePurchaseOrderChanges } from '@/session/purchaseOrders';
import { useSession } from '@/session/session';
import type { Vendors } from '@/session/vendors';
import { againTo } from '@/ui/orderSends/SendsList';
import { confirm, popup } from '@/ui/popups';
import { useRulesForm } from '@/ui/useRulesForm';
import { checkPurchaseOrderEmail } from '@/wasm/rules';

import { fileNameOf } from './purchasePaper';

interface SendForm {
  contactEmails: string[];
  subject: string;
  message: string;
}

const blank: SendForm = { contactEmails: [], subject: '', message: '' };

interface SendOptions {
  order: PurchaseOrder;
  vendors: Vendors | undefined;
  /** Writes the paper as it stands now. */
  writePdf: () => Promise<Blob>;
  onSent: () => void;
}

/** The PDF, or undefined where it could not be made and that was told. */
async function written(writePdf: () => Promise<Blob>): Promise<Blob | undefined> {
  try {
    return await writePdf();
  } catch {
    // The part of the app that writes PDFs could not be fetched.
    await popup.oops(m.card_pdfFailed());
    return undefined;
  }
}

const tellSent = (sentTo: readonly string[]) =>
  popup.sweet(
    `${notice('purchaseOrderSent', { emails: sentTo.join(', ') })}. ${notice('sendingTakesAWhile')}`,
  );

/** Sends the order to people at its vendor, for the first time or again. What was typed stays until it is sent. */
export function useSendForm({ order, vendors, writePdf, onSent }: SendOptions) {
  const { company, language } = useSession();
  const { mail } = usePurchaseOrderChanges();
  const contacts: VendorContact[] =
    order.vendorId === null
      ? []
      : (vendors?.contacts.filter(({ vendorId }) => vendorId === order.vendorId) ?? []);
  const fileName = fileNameOf(order);

  /** Who is chosen among the people of this vendor; those of one chosen before do not count. */
  const chosen = ({ contactEmails }: SendForm) =>
    contactEmails.filter((email) => contacts.some((contact) => contact.email === email));

  const form = useRulesForm({
    initial: blank,
    check: (typed) =>
      checkPurchaseOrderEmail({ contactEmails: chosen(typed), message: typed.message }, language),
    submit: async (typed) => {
      const pdf = await written(writePdf);
      if (pdf === undefined) return;
      const { subject, message } = typed;
      const contactEmails = chosen(typed);
      const sentTo = await mail(order, { contactEmails, subject, message, fileName, pdf }, company.name);
      form.reset(blank);
      onSent();
      void tellSent(sentTo);
    },
  });

  const again = async (send: OrderSend): Promise<void> => {
    const known = new Set(vendors?.contacts.map(({ email }) => email));
    const contactEmails = againTo(send).flatMap(({ email }) => (known.has(email) ? [email] : []));
    if (contactEmails.length === 0) return popup.oops(m.purchase_againGone());
    const sure = await confirm({
      title: m.purchase_againTitle(),
      body: m.purchase_againBody({ title: order.title, emails: contactEmails.join(', ') }),
      confirmLabel: m.sends_again(),
    });
    if (!sure) return;
    const pdf = await written(writePdf);
    if (pdf === undefined) return;
    const { subject, message } = send;
    try {
      const sentTo = await mail(
        order,
        { contactEmails, subject, message: message ?? '', fileName, pdf },
        company.name,
      );
      void tellSent(sentTo);
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      void popup.oops(failure.message);
    }
  };

  return { form, contacts, chosen: chosen(form.values), fileName, again };
}

export type Sending = ReturnType<typeof useSendForm>;
