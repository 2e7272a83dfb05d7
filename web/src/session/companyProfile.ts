/**
 * One's own company as its admins change it: its words, its logo, and the page that anybody may see. What the
 * server answers shows everywhere at once. Rejects with an `ApiFailure` whose `message` is ready for `popup.oops`.
 */
import type { Company, CompanySettings, SetPublicPage } from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { upload } from '@/api/client';

import { companyKey } from './companies';
import { inWords, send } from './jobChange';
import { useSession } from './session';

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
          await send<Answer>({
            method: 'PUT',
            path: `/api/company/update/${own.id}`,
            body: form,
            broken: 'descriptionUpdateFailed',
          }),
        ),

      savePublicPage: async (form: SetPublicPage): Promise<Company> =>
        show(
          await send<Answer>({
            method: 'PUT',
            path: '/api/company/publicPage',
            body: form,
            broken: 'notSaved',
          }),
        ),

      /** Takes a picture as the logo. */
      uploadLogo: async (picture: Blob): Promise<void> => {
        const form = new FormData();
        form.set('image', picture, 'logo');
        try {
          const { url } = await upload<{ url: string }>('/api/company/uploadImage', form);
          const known = queries.getQueryData<Company>(companyKey(own.id)) ?? own;
          show({ company: { ...known, logoUrl: url } });
        } catch (failure) {
          throw inWords(failure, 'logoUpdateFailed');
        }
      },
    };
  }, [own, amend, queries]);
}
