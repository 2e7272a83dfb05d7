/** The kinds of imports, and what differs between them: fields, texts, endpoints. */
import type { Action, ImportMapping } from '@bindings';
import { m } from '@/i18n';
import { customerKeys } from '@/queries/customers';
import { jobKeys } from '@/queries/jobs/jobs';
import { productKeys } from '@/queries/products';
import { vendorsKey } from '@/queries/vendors';
import type { ImportKind } from '@/wasm/importRules';

export type ImportedField = keyof ImportMapping;

interface Figures {
  created: number;
  /** Rows that existed with another cost, or without this contact. */
  changed: number;
  there: number;
  refused: number;
}

/** How many rows a trial would store, as text. */
interface TriedFigures {
  created: string;
  changed: string;
  there: string;
  refused: string;
}

export interface ImportConfig {
  /** The kind of rows that the rules read. */
  kind: ImportKind;
  /** Whether files of other programs are known. */
  isExported: boolean;
  /** The path of the call that stores them. */
  call: string;
  /** The address of the list that shows the imported rows. */
  list: string;
  action: Action;
  /** The query key to invalidate when rows were stored. */
  changes: readonly string[];
  /** Every field that a column can be mapped to, in the order of the form, with its name and its width in px. */
  fields: readonly { field: ImportedField; name: () => string; width: number }[];
  title: () => string;
  back: () => string;
  hint: (limits: { rows: string; megabytes: number }) => string;
  columnsHint: (file: string) => string;
  /** The label of the button that stores the good rows. */
  go: (count: number) => string;
  storing: () => string;
  done: (figures: Figures) => string;
  see: () => string;
  /** What rows that existed got, and the sentence of a trial with such rows; only where rows may change anything. */
  changed?: { word: () => string; tried: (figures: TriedFigures) => string };
}

/** With a thousands separator it is no number for the messages, which then use the plural. */
const figure = (count: number) => count.toLocaleString('en-US');

const jobs: ImportConfig = {
  kind: 'jobs',
  isExported: true,
  call: '/api/jobs/import',
  list: '/app/jobs',
  action: 'jobs.create',
  changes: jobKeys.root,
  fields: [
    { field: 'title', name: () => m.jobs_colTitle(), width: 250 },
    { field: 'jobNumber', name: () => m.jobs_number(), width: 140 },
    { field: 'address', name: () => m.jobs_address(), width: 220 },
    { field: 'city', name: () => m.jobs_city(), width: 150 },
    { field: 'state', name: () => m.jobs_state(), width: 80 },
    { field: 'zip', name: () => m.jobs_zip(), width: 90 },
    { field: 'startDate', name: () => m.common_startDate(), width: 120 },
    { field: 'endDate', name: () => m.common_endDate(), width: 120 },
    { field: 'contractAmount', name: () => m.jobs_amount(), width: 150 },
    { field: 'latitude', name: () => m.jobs_latitude(), width: 120 },
    { field: 'longitude', name: () => m.jobs_longitude(), width: 120 },
  ],
  title: () => m.jobs_importTitle(),
  back: () => m.jobs_back(),
  hint: (limits) => m.jobs_importHint(limits),
  columnsHint: (file) => m.jobs_importColumnsHint({ file }),
  go: (count) => m.jobs_importGo({ count: figure(count) }),
  storing: () => m.jobs_importStoring(),
  done: ({ created, there, refused }) => m.jobs_imported({ created, there, refused }),
  see: () => m.jobs_importSee(),
};

const customers: ImportConfig = {
  kind: 'customers',
  isExported: true,
  call: '/api/customers/import',
  list: '/app/jobs/customers',
  action: 'customers.manage',
  changes: customerKeys.all,
  fields: [
    { field: 'firstName', name: () => m.customers_formFirstName(), width: 150 },
    { field: 'lastName', name: () => m.customers_formLastName(), width: 150 },
    { field: 'phone', name: () => m.customers_formPhone(), width: 140 },
    { field: 'company', name: () => m.customers_company(), width: 200 },
    { field: 'address', name: () => m.customers_address(), width: 220 },
    { field: 'city', name: () => m.jobs_city(), width: 150 },
    { field: 'state', name: () => m.jobs_state(), width: 80 },
    { field: 'zip', name: () => m.jobs_zip(), width: 90 },
  ],
  title: () => m.customers_importTitle(),
  back: () => m.customers_back(),
  hint: (limits) => m.customers_importHint(limits),
  columnsHint: (file) => m.customers_importColumnsHint({ file }),
  go: (count) => m.customers_importGo({ count: figure(count) }),
  storing: () => m.customers_importStoring(),
  done: ({ created, there, refused }) => m.customers_imported({ created, there, refused }),
  see: () => m.customers_importSee(),
};

const products: ImportConfig = {
  kind: 'products',
  isExported: false,
  call: '/api/products/import',
  list: '/app/jobs/products',
  action: 'products.manage',
  changes: productKeys.all,
  fields: [
    { field: 'category', name: () => m.products_category(), width: 180 },
    { field: 'name', name: () => m.products_name(), width: 280 },
    { field: 'unitCost', name: () => m.products_unitCost(), width: 110 },
  ],
  title: () => m.products_importTitle(),
  back: () => m.products_back(),
  hint: (limits) => m.products_importHint(limits),
  columnsHint: (file) => m.products_importColumnsHint({ file }),
  go: (count) => m.products_importGo({ count: figure(count) }),
  storing: () => m.products_importStoring(),
  done: ({ created, changed, there, refused }) => m.products_imported({ created, changed, there, refused }),
  see: () => m.products_importSee(),
  changed: { word: () => m.imports_changed(), tried: (figures) => m.imports_triedCosts(figures) },
};

const vendors: ImportConfig = {
  kind: 'vendors',
  isExported: false,
  call: '/api/contractor_vendors/import',
  list: '/app/jobs/vendors',
  action: 'vendors.manage',
  changes: vendorsKey,
  fields: [
    { field: 'name', name: () => m.vendors_name(), width: 250 },
    { field: 'accountNumber', name: () => m.vendors_accountNumber(), width: 160 },
    { field: 'contactName', name: () => m.vendors_contactName(), width: 180 },
    { field: 'email', name: () => m.vendors_contactEmail(), width: 240 },
  ],
  title: () => m.vendors_importTitle(),
  back: () => m.vendors_back(),
  hint: (limits) => m.vendors_importHint(limits),
  columnsHint: (file) => m.vendors_importColumnsHint({ file }),
  go: (count) => m.vendors_importGo({ count: figure(count) }),
  storing: () => m.vendors_importStoring(),
  done: ({ created, changed, there, refused }) => m.vendors_imported({ created, changed, there, refused }),
  see: () => m.vendors_importSee(),
  changed: { word: () => m.imports_vendorsChanged(), tried: (figures) => m.imports_triedContacts(figures) },
};

export const importKinds = { jobs, customers, products, vendors } as const;

/** The label of a field, also in the reasons of refused rows. */
export const fieldName = ({ fields }: ImportConfig, field: string): string =>
  fields.find((each) => each.field === field)?.name() ?? field;
