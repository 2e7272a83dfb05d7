/** Companies as all signed-in users may see them: their page, and the search. */
import type { Company, CompanyId, CompanySearch, FoundCompany } from '@bindings';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ApiFailure, call } from '@/api/client';
import { m, notice } from '@/i18n';
import { useReplay } from '@/queries/mutations/optimisticData';
import { limits } from '@/wasm/rules';

export const companyKey = (id: CompanyId) => ['company', id] as const;

/** The page shows this message for every failure before it redirects. */
function unloaded(failure: unknown): unknown {
  if (!(failure instanceof ApiFailure) || failure.status === 401) return failure;
  return new ApiFailure(failure.status, failure.code, notice('companyLoadFailed'), failure.fields);
}

/** A company with its people, its qualifications, and the files that the user may see. */
export const useCompanyPage = (id: CompanyId) =>
  useQuery({
    queryKey: companyKey(id),
    queryFn: async () => {
      try {
        return (await call<{ company: Company }>('GET', `/api/company/find/${encodeURIComponent(id)}`))
          .company;
      } catch (failure) {
        throw unloaded(failure);
      }
    },
    select: useReplay<Company>(companyKey(id)),
  });

export type CompanySearchTerms = Omit<CompanySearch, 'offset'>;

/** The catalog has no message for a failed search; it must not look like one without results. */
function unanswered(failure: unknown): unknown {
  if (!(failure instanceof ApiFailure) || failure.explained) return failure;
  return new ApiFailure(failure.status, failure.code, m.search_failed(), failure.fields);
}

/** The matching companies, by name, a page at a time. Null fetches nothing. */
export const useCompanySearch = (terms: CompanySearchTerms | null) =>
  useInfiniteQuery({
    queryKey: ['companySearch', terms],
    queryFn: async ({ pageParam: offset }) => {
      try {
        return (
          await call<{ companies: FoundCompany[] }>('POST', '/api/company/search', { ...terms, offset })
        ).companies;
      } catch (failure) {
        throw unanswered(failure);
      }
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.length < limits().searchPage ? undefined : pages.length * limits().searchPage,
    enabled: terms !== null,
    staleTime: 60_000,
  });
