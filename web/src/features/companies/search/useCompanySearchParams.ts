import type { CompanyType } from '@bindings';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '@/queries/accounts/session';
import type { CompanySearchTerms } from '@/queries/companies/companies';
import { checkCompanySearch } from '@/wasm/rules';

const types: readonly string[] = ['contractor', 'subcontractor'] satisfies CompanyType[];
const isType = (text: string | null): text is CompanyType => text !== null && types.includes(text);

/** What is searched for, in the address: going back to it finds the same companies. */
export function useCompanySearchParams() {
  const { company, language } = useSession();
  const [params, setParams] = useSearchParams();

  const name = params.get('name') ?? '';
  const location = params.get('location') ?? '';
  const type = params.get('companyType');
  const companyType = isType(type) ? type : '';

  const asked = useMemo((): CompanySearchTerms | null => {
    const wanted: CompanySearchTerms = { name, location, companyType };
    return checkCompanySearch({ ...wanted, offset: 0 }, language).length === 0 ? wanted : null;
  }, [name, location, companyType, language]);

  const search = ({ name: called, location: where, companyType: kind }: CompanySearchTerms) =>
    setParams({
      ...(called.trim() === '' ? {} : { name: called.trim() }),
      location: where.trim(),
      companyType: kind,
    });

  /** The default type: the other kind of company than one's own. */
  const begin: CompanySearchTerms = asked ?? {
    name,
    location: location || company.location,
    companyType: companyType || (company.companyType === 'contractor' ? 'subcontractor' : 'contractor'),
  };

  return { asked, begin, search };
}
