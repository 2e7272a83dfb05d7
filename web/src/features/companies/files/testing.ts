/** Company files for tests. */
import type { CompanyFile } from '@bindings';

export const aCompanyFile = (number: number, change: Partial<CompanyFile> = {}): CompanyFile => ({
  id: `file-${number}`,
  fileName: `Paper ${number}.pdf`,
  fileUrl: `/files/company-files/${number}.pdf`,
  isPublic: false,
  kind: 'other',
  expiresOn: null,
  ...change,
});
