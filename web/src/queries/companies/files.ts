/**
 * The files of the company. Changes are optimistic; each failed change reverts only itself, and rejects with an
 * `ApiFailure` whose `message` is ready for `popup.oops`.
 */
import type { CompanyFile, EditFile } from '@bindings';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '@/api/client';
import { type UploadOptions, upload } from '@/api/upload';
import { useSession } from '@/queries/accounts/session';
import { patched, withOne, without } from '@/queries/mutations/lists';
import { useDataChange, useReplay } from '@/queries/mutations/optimisticData';
import { type ApiRequest, explainFailure } from '@/queries/mutations/request';
import { withRequestKey } from '@/queries/mutations/requestKeys';
import { companyKey } from './companies';

const filesKey = ['companyFiles'] as const;

/** Every file of the company, public or not. */
export const useCompanyFiles = () =>
  useQuery({
    queryKey: filesKey,
    queryFn: async () => {
      try {
        return (await call<{ files: CompanyFile[] }>('GET', '/api/company/myFiles')).files;
      } catch (failure) {
        throw explainFailure(failure, 'companyDetailsFailed');
      }
    },
    select: useReplay<CompanyFile[]>(filesKey),
  });

/** A file before it is stored: its name, and who may see it. */
export interface NewCompanyFile {
  fileName: string;
  isPublic: boolean;
}

export function useCompanyFileChanges() {
  const { company } = useSession();
  const change = useDataChange<CompanyFile[]>(filesKey);
  return useMemo(() => {
    const affected = [{ queryKey: companyKey(company.id), exact: true }];
    const address = (id: string) => `/api/company/myFiles/${encodeURIComponent(id)}`;
    const put = (
      id: string,
      body: Partial<EditFile>,
      failureNotice: ApiRequest['failureNotice'],
    ): ApiRequest => ({ method: 'PUT', path: address(id), body, failureNotice });
    return {
      add: async (
        file: File,
        { fileName, isPublic }: NewCompanyFile,
        options: UploadOptions = {},
      ): Promise<CompanyFile> => {
        const form = new FormData();
        form.set('image', file);
        const path = `/api/company/uploadFile/${encodeURIComponent(fileName.trim())}/${isPublic}`;
        const { companyFile } = await change({
          request: async () => {
            try {
              const request = JSON.stringify([path, file.name, file.size, file.lastModified]);
              return await withRequestKey(request, (key) =>
                upload<{ companyFile: CompanyFile }>(path, form, { ...options, key }),
              );
            } catch (failure) {
              throw explainFailure(failure, 'fileUploadFailed');
            }
          },
          stored: (answer) => (files) => withOne(files, answer.companyFile),
          affected,
        });
        return companyFile;
      },

      /** Makes a file public, or visible to employees only. */
      setPublic: async ({ id }: CompanyFile, isPublic: boolean): Promise<void> => {
        await change<{ companyFile: CompanyFile }>({
          lane: id,
          shown: (files) => patched(files, id, { isPublic }),
          request: put(id, { isPublic }, 'fileStatusFailed'),
          // Its URL has changed.
          stored:
            ({ companyFile: { fileUrl } }) =>
            (files) =>
              patched(files, id, { isPublic, fileUrl }),
          affected,
        });
      },

      /** Sets the type of a file and its expiry date. */
      describe: async (
        { id }: Pick<CompanyFile, 'id'>,
        form: Pick<EditFile, 'kind' | 'expiresOn'>,
      ): Promise<void> => {
        await change<{ companyFile: CompanyFile }>({
          lane: id,
          request: put(id, form, 'notSaved'),
          stored:
            ({ companyFile: { kind, expiresOn } }) =>
            (files) =>
              patched(files, id, { kind, expiresOn }),
          affected,
        });
      },

      remove: async ({ id }: CompanyFile): Promise<void> => {
        await change({
          lane: id,
          shown: (files) => without(files, id),
          request: { method: 'DELETE', path: address(id), failureNotice: 'fileDeleteFailed' },
          affected,
        });
      },
    };
  }, [change, company.id]);
}
