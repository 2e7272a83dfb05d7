import type { CompanyType } from '@bindings';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '@/queries/accounts/session';
import type { CompanySearchTerms } from '@/queries/companies/companies';
import { checkCompanySearch } from '@/wasm/rules';

const types: readonly string[] = ['contractor', 'subcontractor'] satisfies CompanyType[];
const isType = (text: string | null): text is CompanyType => text !== null && types.includes(text);

/** The search terms, stored in the URL: a return to it finds the same companies. */
export function useCompanySearchParams() {
  const { company, language } = useSession();
  const [params, setParams] = useSearchParams();

  const name = params.get('name') ?? '';
  const location = params.get('location') ?? '';
  const type = params.get('companyType');
  const companyType = isType(type) ? type : '';

  const terms = useMemo((): CompanySearchTerms | null => {
    const entered: CompanySearchTerms = { name, location, companyType };
    return checkCompanySearch({ ...entered, offset: 0 }, language).length === 0 ? entered : null;
  }, [name, location, companyType, language]);

  const search = ({ name: called, location: where, companyType: kind }: CompanySearchTerms) =>
    setParams({
      ...(called.trim() === '' ? {} : { name: called.trim() }),
      location: where.trim(),
      companyType: kind,
    });

  /** The initial form values. The default type is the opposite of the user's own company. */
  const begin: CompanySearchTerms = terms ?? {
    name,
    location: location || company.location,
    companyType: companyType || (company.companyType === 'contractor' ? 'subcontractor' : 'contractor'),
  };

  return { terms, begin, search };
}
