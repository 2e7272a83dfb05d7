/** A purchase order for tests, with its vendor and the price list it was made from. */
import type {
  MailState,
  OrderRecipient,
  OrderSend,
  Product,
  ProductCategory,
  PurchaseOrder,
  PurchaseOrderItem,
  Vendor,
  VendorContact,
} from '@bindings';
import { lineTotal, orderTotal } from '@/wasm/rules';

import { jobId } from './aJob';
import { aCompany } from './render';

export const shingles: ProductCategory = { id: jobId(300), title: 'Shingles', companyId: aCompany.id };
export const flashing: ProductCategory = {
  id: jobId(301),
  title: 'Metal & flashing',
  companyId: aCompany.id,
};

export const aProduct = (number: number, change: Partial<Product> = {}): Product => ({
  id: jobId(310 + number),
  name: `Product ${number}`,
  unitCost: 10,
  categoryId: shingles.id,
  ...change,
});

export const charcoal = aProduct(1, { name: 'Laminated shingle, Charcoal', unitCost: 38.75 });
export const starter = aProduct(2, { name: 'Starter strip', unitCost: 52.4 });
export const dripEdge = aProduct(3, { name: 'Drip edge', unitCost: 11.25, categoryId: flashing.id });

export const priceList = {
  [`GET /api/products/categories/${aCompany.id}`]: { categories: [flashing, shingles] },
  [`GET /api/products/products/${aCompany.id}`]: { products: [dripEdge, charcoal, starter] },
};

export const anItem = (
  product: Product,
  quantity: number,
  change: Partial<PurchaseOrderItem> = {},
): PurchaseOrderItem => {
  const unitCost = change.unitCost ?? product.unitCost;
  return {
    id: `${product.id}-row`,
    productId: product.id,
    productName: product.name,
    categoryId: product.categoryId,
    categoryTitle: product.categoryId === flashing.id ? flashing.title : shingles.title,
    quantity,
    unitCost,
    purchaseOrderId: jobId(320),
    lineTotal: lineTotal(unitCost, quantity),
    received: 0,
    available: null,
    substitute: null,
    confirmedCost: null,
    ...change,
  };
};

export const aPurchaseOrder = (change: Partial<PurchaseOrder> = {}): PurchaseOrder => {
  const items = change.items ?? [anItem(charcoal, 84), anItem(dripEdge, 16)];
  return {
    id: jobId(320),
    title: '#2418-1',
    jobId: jobId(2418),
    vendorId: null,
    items,
    total: orderTotal(items),
    dateInserted: '2026-06-04T15:00:00Z',
    version: 3,
    status: 'draft',
    remark: null,
    expectedOn: null,
    deliveryPhotos: [],
    sends: [],
    ...change,
  };
};

export const platteValley: Vendor = {
  id: jobId(330),
  name: 'Platte Valley Building Supply',
  accountNumber: 'PV-10482',
  companyId: aCompany.id,
};

const aContact = (number: number, name: string, email: string): VendorContact => ({
  id: jobId(340 + number),
  vendorId: platteValley.id,
  name,
  email,
});
export const carla = aContact(1, 'Carla Benavides', 'carla@plattevalley.example');
export const willCall = aContact(2, 'Will-call desk', 'orders@plattevalley.example');

export const vendorList = {
  'GET /api/contractor_vendors': { vendors: [platteValley], vendorContacts: [carla, willCall] },
};

const aRecipient = (
  { email, name }: VendorContact,
  state: MailState,
  reason: string | null,
): OrderRecipient => ({ email, name, state, since: '2026-06-05T15:01:00Z', reason });

export const aSend = (change: Partial<OrderSend> = {}): OrderSend => ({
  id: jobId(350),
  sentAt: '2026-06-05T15:00:00Z',
  subject: 'Order #2418-1',
  message: 'Before 7 AM, please.',
  fileName: 'PO-2418-1.pdf',
  firstName: 'Marisol',
  lastName: 'Vega',
  recipients: [
    aRecipient(carla, 'taken', null),
    aRecipient(willCall, 'failed', 'Their mail server does not know this address.'),
  ],
  ...change,
});
