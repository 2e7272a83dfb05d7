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
const inWords = ({ companyType, location }: CompanySearchTerms): string =>
  companyType === 'contractor'
    ? m.search_contractorsNear({ location })
    : m.search_subcontractorsNear({ location });

interface NoneProps {
  asked: CompanySearchTerms;
  onClear: () => void;
}

function None({ asked: { name, location }, onClear }: NoneProps) {
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
  asked: CompanySearchTerms;
  answer: ReturnType<typeof useCompanySearch>;
  onClear: () => void;
}

/** What was found, or why there is nothing. */
function Results({ asked, answer, onClear }: ResultsProps) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = answer;
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
        <None asked={asked} onClear={onClear} />
      </div>
    );
  return (
    <FoundCompanies
      title={inWords(asked)}
      companies={companies}
      more={hasNextPage ? () => void fetchNextPage() : undefined}
      busy={isFetchingNextPage}
    />
  );
}

/** `/app/search/companies`: other companies by name, place and kind. On a phone the form folds once it was sent. */
export function CompanySearchScreen() {
  const phone = usePhone();
  const { asked, begin, search } = useCompanySearchParams();
  const answer = useCompanySearch(asked);
  const [asking, setAsking] = useState(false);
  const folded = phone && asked !== null && !asking;

  const onSearch = (wanted: CompanySearchTerms) => {
    search(wanted);
    setAsking(false);
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
          onClick={() => setAsking(true)}
        >
          {m.search_change()}
        </Button>
      ) : (
        <SearchForm
          key={JSON.stringify(asked)}
          begin={begin}
          busy={answer.isFetching && !answer.isFetchingNextPage}
          onSearch={onSearch}
        />
      )}
      <RefetchIndicator when={answer.isFetching && answer.data !== undefined} />
      <div className={styles.results}>
        {asked === null ? (
          <p className="muted">{m.search_begin()}</p>
        ) : (
          <Results asked={asked} answer={answer} onClear={() => onSearch({ ...asked, name: '' })} />
        )}
      </div>
    </div>
  );
}
