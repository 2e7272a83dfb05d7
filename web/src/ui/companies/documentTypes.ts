import type { DocumentKind } from '@bindings';
import { m } from '@/i18n';

const names: Record<DocumentKind, () => string> = {
  insurance: () => m.documents_insurance(),
  licence: () => m.documents_licence(),
  other: () => m.documents_other(),
};

/** The name of a document type. */
export const documentTypeName = (kind: DocumentKind): string => names[kind]();
