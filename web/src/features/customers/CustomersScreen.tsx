import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Navigate, Outlet, useNavigate, useParams, useSearchParams } from 'react-router';
import { customerName } from '@/components/customers/CustomerSelect';
import { NewCustomerPanel } from '@/components/customers/NewCustomerPanel';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCustomers } from '@/queries/customers';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { RefetchIndicator, SkeletonCards } from '@/ui/feedback/Skeletons';
import { ActionBar } from '@/ui/layout/ActionBar';
import { PageTitle } from '@/ui/layout/PageTitle';
import { toast } from '@/ui/overlays/toasts';
import { usePhone } from '@/ui/theme/usePhone';
import { CustomerCards } from './CustomerCards';
import { BackArrow, ImportExportButtons, NewButton } from './CustomersActions';
import styles from './CustomersScreen.module.css';
import { CustomersTable } from './CustomersTable';
import { newCustomerParam, useCustomerSearch } from './useCustomerSearch';
import { useJobCounts } from './useJobCounts';

const jobs = '/app/jobs';

type Search = ReturnType<typeof useCustomerSearch>;

function SearchField({ query, setQuery, settleQuery }: Pick<Search, 'query' | 'setQuery' | 'settleQuery'>) {
  return (
    <TextInput
      type="search"
      className={styles.search ?? ''}
      leftSection={<IconSearch size={16} />}
      placeholder={m.customers_search()}
      aria-label={m.customers_searchLabel()}
      value={query}
      onChange={(event) => setQuery(event.currentTarget.value)}
      onBlur={settleQuery}
    />
  );
}

function Nobody({ search, onNew }: { search: Search; onNew: () => void }) {
  const { may } = useSession();
  if (search.query.trim() !== '')
    return (
      <EmptyState
        art="search"
        title={m.customers_noneFound()}
        action={
          <Button variant="default" onClick={search.clear}>
            {m.customers_clearSearch()}
          </Button>
        }
      >
        {m.customers_noneFoundHint()}
      </EmptyState>
    );
  return may('customers.manage') ? (
    <EmptyState title={m.customers_none()} action={<Button onClick={onNew}>{m.customers_new()}</Button>}>
      {m.customers_noneHint()}
    </EmptyState>
  ) : (
    <EmptyState title={m.customers_none()}>{m.customers_noneReader()}</EmptyState>
  );
}

/** The form of a new customer is open by a query parameter, so that links can open it. */
function useMaking() {
  const [params, setParams] = useSearchParams();
  const set = (open: boolean) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      if (open) next.set(newCustomerParam, '');
      else next.delete(newCustomerParam);
      return next;
    });
  return { open: params.has(newCustomerParam), start: () => set(true), stop: () => set(false) };
}

function Customers() {
  const phone = usePhone();
  const navigate = useNavigate();
  const { id: chosen } = useParams();
  const { customers, error, isFetching, refetch } = useCustomers(true);
  const search = useCustomerSearch(customers);
  const counts = useJobCounts();
  const form = useMaking();
  const { found } = search;

  const body =
    found === undefined ? (
      error !== null ? (
        <EmptyState
          art="search"
          title={error.message}
          action={
            <Button loading={isFetching} onClick={() => void refetch()}>
              {m.jobs_retry()}
            </Button>
          }
        >
          {m.common_tryAgain()}
        </EmptyState>
      ) : null
    ) : found.length === 0 ? (
      <Nobody search={search} onNew={form.start} />
    ) : null;

  return (
    <div className={`page ${styles.page}`}>
      <PageTitle
        title={m.customers_title()}
        before={<BackArrow desktop />}
        back={<BackArrow />}
        actions={
          <>
            <SearchField {...search} />
            <ImportExportButtons />
            <NewButton onClick={form.start} />
          </>
        }
        phoneRow={<SearchField {...search} />}
      />
      {phone ? (
        body !== null ? (
          <div className="card">{body}</div>
        ) : found === undefined ? (
          <SkeletonCards height={76} />
        ) : (
          <CustomerCards customers={found} />
        )
      ) : (
        <div className={`card ${styles.card}`}>
          <RefetchIndicator when={isFetching && customers !== undefined} />
          {body ?? <CustomersTable customers={found} counts={counts} chosen={chosen} />}
        </div>
      )}
      <ActionBar>
        <NewButton onClick={form.start} />
      </ActionBar>
      <p className="spoken" role="status">
        {found !== undefined && m.customers_found({ count: found.length })}
      </p>
      {form.open && (
        <NewCustomerPanel
          onClose={form.stop}
          onCreated={(customer) => {
            void navigate(`/app/jobs/customers/${customer.id}`, { replace: true });
            toast.sweet(m.customers_created({ name: customerName(customer) }));
          }}
        />
      )}
      <Outlet />
    </div>
  );
}

/** `/app/jobs/customers`: whom a contractor works for, to search and open. Other companies have no customers. */
export function CustomersScreen() {
  const { may } = useSession();
  return may('customers.view') ? <Customers /> : <Navigate to={jobs} replace />;
}
