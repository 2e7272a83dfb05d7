/** Mails a purchase order to its vendor as a PDF. */
import type { PurchaseOrder } from '@bindings';
import { ApiFailure } from '@/api/client';
import { upload } from '@/api/upload';
import { m } from '@/i18n';
import { withRequestForm } from '@/queries/mutations/requestKeys';

/** The mail to the vendor. */
export interface PurchaseOrderMail {
  contactEmails: readonly string[];
  /** One line; blank lets the server name company and order. */
  subject: string;
  message: string;
  fileName: string;
  pdf: Blob;
}

/** The catalog has no message for a mail that could not be sent. */
function unsent(failure: unknown): unknown {
  if (!(failure instanceof ApiFailure) || failure.explained) return failure;
  return new ApiFailure(failure.status, failure.code, m.purchase_sendFailed(), failure.fields);
}

/** Returns the recipients and, where the server returns it, the order with this mail. */
export async function mailToVendors(
  { id, version }: PurchaseOrder,
  { contactEmails, subject, message, fileName, pdf }: PurchaseOrderMail,
  companyName: string,
): Promise<{ sentTo: string[]; order?: PurchaseOrder }> {
  const form = new FormData();
  form.set('orderId', id);
  form.set('contactEmails', JSON.stringify(contactEmails));
  form.set('subject', subject);
  form.set('message', message);
  form.set('fileName', fileName);
  form.set('companyName', companyName);
  form.set('purchaseOrderPDF', new File([pdf], fileName, { type: 'application/pdf' }));
  const request = JSON.stringify(['mailToVendors', id, version, contactEmails, subject, message]);
  try {
    return await withRequestForm(request, form, (sent, key) =>
      upload('/api/purchase_orders/sendToVendors', sent, { key }),
    );
  } catch (failure) {
    throw unsent(failure);
  }
}
