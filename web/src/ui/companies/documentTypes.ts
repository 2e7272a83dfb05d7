import type { DocumentKind } from '@bindings';
import { m } from '@/i18n';

const names: Record<DocumentKind, () => string> = {
  insurance: () => m.documents_insurance(),
  licence: () => m.documents_licence(),
  other: () => m.documents_other(),
};

/** What a file of a company is, in the trade's word. */
export const documentTypeName = (kind: DocumentKind): string => names[kind]();
