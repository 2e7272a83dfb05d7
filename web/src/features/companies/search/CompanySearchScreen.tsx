import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { m } from '@/i18n';
import { type CompanySearchTerms, useCompanySearch } from '@/queries/companies/companies';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { RefetchIndicator, SkeletonCards } from '@/ui/feedback/Skeletons';
import { BackArrow } from '@/ui/layout/BackArrow';
import { PageTitle } from '@/ui/layout/PageTitle';
import { usePhone } from '@/ui/theme/usePhone';

import styles from './CompanySearch.module.css';
import { FoundCompanies } from './FoundCompanies';
import { SearchForm } from './SearchForm';
import { useCompanySearchParams } from './useCompanySearchParams';

/** `Subcontractors near Denver, CO`. */
const titleOf = ({ companyType, location }: CompanySearchTerms): string =>
  companyType === 'contractor'
    ? m.search_contractorsNear({ location })
    : m.search_subcontractorsNear({ location });

interface NoneProps {
  terms: CompanySearchTerms;
  onClear: () => void;
}

function None({ terms: { name, location }, onClear }: NoneProps) {
  return (
    <EmptyState
      art="search"
      title={m.search_none()}
      action={
        name !== '' && (
          <Button variant="default" onClick={onClear}>
            {m.search_clearName()}
          </Button>
        )
      }
    >
      {name === '' ? m.search_noneThere({ location }) : m.search_noneNamed({ name, location })}
    </EmptyState>
  );
}

interface ResultsProps {
  terms: CompanySearchTerms;
  result: ReturnType<typeof useCompanySearch>;
  onClear: () => void;
}

/** The search results, or the reason why there are none. */
function Results({ terms, result, onClear }: ResultsProps) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = result;
  if (error !== null)
    return (
      <div className="card">
        <LoadFailure
          art="search"
          why={error.message}
          retry={m.search_retry()}
          busy={isFetching}
          onRetry={() => (data === undefined ? refetch() : fetchNextPage())}
        />
      </div>
    );
  if (data === undefined) return <SkeletonCards count={4} height={84} />;
  const companies = data.pages.flat();
  if (companies.length === 0)
    return (
      <div className="card">
        <None terms={terms} onClear={onClear} />
      </div>
    );
  return (
    <FoundCompanies
      title={titleOf(terms)}
      companies={companies}
      more={hasNextPage ? () => void fetchNextPage() : undefined}
      busy={isFetchingNextPage}
    />
  );
}

/** `/app/search/companies`: other companies by name, location and type. On a phone the form folds after a search. */
export function CompanySearchScreen() {
  const phone = usePhone();
  const { terms, begin, search } = useCompanySearchParams();
  const result = useCompanySearch(terms);
  const [editing, setEditing] = useState(false);
  const folded = phone && terms !== null && !editing;

  const onSearch = (entered: CompanySearchTerms) => {
    search(entered);
    setEditing(false);
  };

  return (
    <div className="page">
      <PageTitle
        title={m.search_title()}
        back={<BackArrow label={m.search_back()} to="/app/connections" />}
      />
      {folded ? (
        <Button
          variant="default"
          fullWidth
          leftSection={<IconAdjustmentsHorizontal size={19} />}
          onClick={() => setEditing(true)}
        >
          {m.search_change()}
        </Button>
      ) : (
        <SearchForm
          key={JSON.stringify(terms)}
          begin={begin}
          busy={result.isFetching && !result.isFetchingNextPage}
          onSearch={onSearch}
        />
      )}
      <RefetchIndicator when={result.isFetching && result.data !== undefined} />
      <div className={styles.results}>
        {terms === null ? (
          <p className="muted">{m.search_begin()}</p>
        ) : (
          <Results terms={terms} result={result} onClear={() => onSearch({ ...terms, name: '' })} />
        )}
      </div>
    </div>
  );
}
