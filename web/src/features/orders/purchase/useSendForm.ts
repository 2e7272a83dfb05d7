import type { OrderSend, PurchaseOrder, VendorContact } from '@bindings';
import { runWithPopup } from '@/components/feedback/runWithPopup';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { againTo } from '@/components/orders/sends/SendsList';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { usePurchaseOrderChanges } from '@/queries/orders/purchaseOrders';
import type { Vendors } from '@/queries/vendors';
import { confirm, popup } from '@/ui/overlays/popups';
import { checkPurchaseOrderEmail } from '@/wasm/rules';

import { purchaseOrderFileName } from './purchaseOrderDocument';

interface SendForm {
  /** Null until contacts were chosen by hand. */
  contactEmails: string[] | null;
  subject: string;
  message: string;
}

const blank: SendForm = { contactEmails: null, subject: '', message: '' };

interface SendOptions {
  order: PurchaseOrder;
  vendors: Vendors | undefined;
  /** Creates the PDF of the current document. */
  writePdf: () => Promise<Blob>;
  onSent: () => void;
}

/** The PDF, or undefined after an error that was shown. */
async function createPdf(writePdf: () => Promise<Blob>): Promise<Blob | undefined> {
  try {
    return await writePdf();
  } catch {
    // The chunk that creates PDFs could not be fetched.
    await popup.oops(m.card_pdfFailed());
    return undefined;
  }
}

const showSent = (sentTo: readonly string[]) =>
  popup.sweet(
    `${notice('purchaseOrderSent', { emails: sentTo.join(', ') })}. ${notice('sendingTakesAWhile')}`,
  );

/** Mails the order to contacts of its vendor, for the first time or again. Typed text is preserved until it is sent. */
export function useSendForm({ order, vendors, writePdf, onSent }: SendOptions) {
  const { company, language } = useSession();
  const { mail } = usePurchaseOrderChanges();
  const contacts: VendorContact[] =
    order.vendorId === null
      ? []
      : (vendors?.contacts.filter(({ vendorId }) => vendorId === order.vendorId) ?? []);
  const fileName = purchaseOrderFileName(order);

  // The only contact of a vendor needs no choice, but an order is not sent again without one.
  const only = contacts.length === 1 && order.sends.length === 0 ? contacts.map(({ email }) => email) : [];
  /** The chosen recipients who are contacts of this vendor; those of a previous vendor are dropped. */
  const chosen = ({ contactEmails }: SendForm) =>
    contactEmails?.filter((email) => contacts.some((contact) => contact.email === email)) ?? only;

  const form = useRulesForm({
    initial: blank,
    check: (typed) =>
      checkPurchaseOrderEmail({ contactEmails: chosen(typed), message: typed.message }, language),
    submit: async (typed) => {
      const pdf = await createPdf(writePdf);
      if (pdf === undefined) return;
      const { subject, message } = typed;
      const contactEmails = chosen(typed);
      const sentTo = await mail(order, { contactEmails, subject, message, fileName, pdf }, company.name);
      form.reset(blank);
      onSent();
      void showSent(sentTo);
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
    const pdf = await createPdf(writePdf);
    if (pdf === undefined) return;
    const { subject, message } = send;
    const email = { contactEmails, subject, message: message ?? '', fileName, pdf };
    await runWithPopup(async () => void showSent(await mail(order, email, company.name)));
  };

  return { form, contacts, chosen: chosen(form.values), fileName, again };
}

export type SendFormState = ReturnType<typeof useSendForm>;
