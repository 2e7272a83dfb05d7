/**
 * The parts of the company's profile that its admins change: texts, logo, and public page. The response updates every
 * screen at once. Rejects with an `ApiFailure` whose `message` is ready for `popup.oops`.
 */
import type { Company, CompanySettings, SetPublicPage } from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { upload } from '@/api/upload';
import { useSession } from '@/queries/accounts/session';
import { explainFailure, sendRequest } from '@/queries/mutations/request';
import { companyKey } from './companies';

interface Answer {
  company: Company;
}

export function useCompanyChanges() {
  const { company: own, amend } = useSession();
  const queries = useQueryClient();
  return useMemo(() => {
    const show = ({ company }: Answer) => {
      amend({ company });
      queries.setQueryData(companyKey(company.id), company);
      return company;
    };
    return {
      saveSettings: async (form: CompanySettings): Promise<Company> =>
        show(
          await sendRequest<Answer>({
            method: 'PUT',
            path: `/api/company/update/${own.id}`,
            body: form,
            failureNotice: 'descriptionUpdateFailed',
          }),
        ),

      savePublicPage: async (form: SetPublicPage): Promise<Company> =>
        show(
          await sendRequest<Answer>({
            method: 'PUT',
            path: '/api/company/publicPage',
            body: form,
            failureNotice: 'notSaved',
          }),
        ),

      /** Uploads a picture as the logo. */
      uploadLogo: async (picture: Blob): Promise<void> => {
        const form = new FormData();
        form.set('image', picture, 'logo');
        try {
          const { url } = await upload<{ url: string }>('/api/company/uploadImage', form);
          const known = queries.getQueryData<Company>(companyKey(own.id)) ?? own;
          show({ company: { ...known, logoUrl: url } });
        } catch (failure) {
          throw explainFailure(failure, 'logoUpdateFailed');
        }
      },
    };
  }, [own, amend, queries]);
}
