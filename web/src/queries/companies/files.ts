/**
 * The files of the company. Changes are optimistic; each failed change reverts only itself, and rejects with an
 * `ApiFailure` whose `message` is ready for `popup.oops`.
 */
import type { CompanyFile, EditFile } from '@bindings';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, type UploadOptions, upload } from '@/api/client';
import { useSession } from '@/queries/accounts/session';
import { explainFailure, sendRequest } from '@/queries/mutations/request';
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
  });

type Step = (files: CompanyFile[]) => CompanyFile[];

/** Cancels running requests for the list: they were sent before the change and would undo it. */
async function show(queries: QueryClient, step: Step): Promise<void> {
  await queries.cancelQueries({ queryKey: filesKey });
  queries.setQueryData<CompanyFile[]>(filesKey, (files) => files && step(files));
}

const patched =
  (id: string, patch: Partial<CompanyFile>): Step =>
  (files) =>
    files.map((file) => (file.id === id ? { ...file, ...patch } : file));

/** A file before it is stored: its name, and who may see it. */
export interface NewCompanyFile {
  fileName: string;
  isPublic: boolean;
}

export function useCompanyFileChanges() {
  const queries = useQueryClient();
  const { company } = useSession();
  return useMemo(() => {
    const settle = () => {
      void queries.invalidateQueries({ queryKey: filesKey });
      void queries.invalidateQueries({ queryKey: companyKey(company.id), exact: true });
    };
    const put = (id: string, body: Partial<EditFile>, failureNotice: 'fileStatusFailed' | 'notSaved') =>
      sendRequest<{ companyFile: CompanyFile }>({
        method: 'PUT',
        path: `/api/company/myFiles/${encodeURIComponent(id)}`,
        body,
        failureNotice,
      });
    return {
      add: async (
        file: File,
        { fileName, isPublic }: NewCompanyFile,
        options: UploadOptions = {},
      ): Promise<CompanyFile> => {
        const form = new FormData();
        form.set('image', file);
        const path = `/api/company/uploadFile/${encodeURIComponent(fileName.trim())}/${isPublic}`;
        try {
          const { companyFile } = await upload<{ companyFile: CompanyFile }>(path, form, options);
          await show(queries, (files) => [...files, companyFile]);
          return companyFile;
        } catch (failure) {
          throw explainFailure(failure, 'fileUploadFailed');
        } finally {
          settle();
        }
      },

      /** Makes a file public, or visible to employees only. */
      setPublic: async ({ id, isPublic: before }: CompanyFile, isPublic: boolean): Promise<void> => {
        await show(queries, patched(id, { isPublic }));
        try {
          const { companyFile } = await put(id, { isPublic }, 'fileStatusFailed');
          // Its address is another one now.
          await show(queries, patched(id, { isPublic, fileUrl: companyFile.fileUrl }));
        } catch (failure) {
          await show(queries, patched(id, { isPublic: before }));
          throw failure;
        } finally {
          settle();
        }
      },

      /** Sets the type of a file and its expiry date. */
      describe: async (
        { id }: Pick<CompanyFile, 'id'>,
        form: Pick<EditFile, 'kind' | 'expiresOn'>,
      ): Promise<void> => {
        const { companyFile } = await put(id, form, 'notSaved');
        await show(queries, patched(id, { kind: companyFile.kind, expiresOn: companyFile.expiresOn }));
        settle();
      },

      remove: async (file: CompanyFile): Promise<void> => {
        const known = queries.getQueryData<CompanyFile[]>(filesKey) ?? [];
        const at = Math.max(
          0,
          known.findIndex(({ id }) => id === file.id),
        );
        await show(queries, (files) => files.filter(({ id }) => id !== file.id));
        try {
          await sendRequest({
            method: 'DELETE',
            path: `/api/company/myFiles/${encodeURIComponent(file.id)}`,
            failureNotice: 'fileDeleteFailed',
          });
        } catch (failure) {
          await show(queries, (files) =>
            files.some(({ id }) => id === file.id) ? files : files.toSpliced(at, 0, file),
          );
          throw failure;
        } finally {
          settle();
        }
      },
    };
  }, [queries, company.id]);
}
