import { Button } from '@mantine/core';
import { Navigate, Outlet, useNavigate, useParams, useSearchParams } from 'react-router';
import { customerName } from '@/components/customers/CustomerSelect';
import { NewCustomerPanel } from '@/components/customers/NewCustomerPanel';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCustomers } from '@/queries/customers';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { NothingFound } from '@/ui/feedback/NothingFound';
import { RefetchIndicator, SkeletonCards } from '@/ui/feedback/Skeletons';
import { SearchField } from '@/ui/inputs/SearchField';
import { ActionBar } from '@/ui/layout/ActionBar';
import { BackArrow } from '@/ui/layout/BackArrow';
import { PageTitle } from '@/ui/layout/PageTitle';
import { toast } from '@/ui/overlays/toasts';
import { usePhone } from '@/ui/theme/usePhone';
import { CustomerCards } from './CustomerCards';
import { FoundMenu, ImportExportButtons, NewButton } from './CustomersActions';
import styles from './CustomersScreen.module.css';
import { CustomersTable } from './CustomersTable';
import { newCustomerParam, useCustomerSearch } from './useCustomerSearch';
import { useJobCounts } from './useJobCounts';

const jobs = '/app/jobs';

type Search = ReturnType<typeof useCustomerSearch>;

function Nobody({ search, onNew }: { search: Search; onNew: () => void }) {
  const { may } = useSession();
  if (search.query.trim() !== '')
    return (
      <NothingFound title={m.customers_noneFound()} clear={m.customers_clearSearch()} onClear={search.clear}>
        {m.customers_noneFoundHint()}
      </NothingFound>
    );
  return may('customers.manage') ? (
    <EmptyState title={m.customers_none()} action={<Button onClick={onNew}>{m.customers_new()}</Button>}>
      {m.customers_noneHint()}
    </EmptyState>
  ) : (
    <EmptyState title={m.customers_none()}>{m.customers_noneReader()}</EmptyState>
  );
}

/** Whether the form of a new customer is open. The state is a query parameter, so that links can open the form. */
function useNewCustomerForm() {
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
  const form = useNewCustomerForm();
  const { found } = search;

  const body =
    found === undefined ? (
      error !== null ? (
        <LoadFailure art="search" why={error.message} busy={isFetching} onRetry={refetch} />
      ) : null
    ) : found.length === 0 ? (
      <Nobody search={search} onNew={form.start} />
    ) : null;

  const searchField = (
    <SearchField
      className={styles.search ?? ''}
      label={m.customers_searchLabel()}
      placeholder={m.customers_search()}
      query={search.query}
      setQuery={search.setQuery}
      onBlur={search.settleQuery}
    />
  );

  return (
    <div className="page filled">
      <PageTitle
        title={m.customers_title()}
        before={<BackArrow label={m.jobs_back()} to={jobs} desktop />}
        back={<BackArrow label={m.jobs_back()} to={jobs} />}
        actions={
          <>
            {searchField}
            <ImportExportButtons />
            <FoundMenu customers={found} counts={counts} />
            <NewButton onClick={form.start} />
          </>
        }
        phoneRow={searchField}
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
        <div className="card filled">
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

/** `/app/jobs/customers`: the customers of a contractor, to search and open. Other companies have no customers. */
export function CustomersScreen() {
  const { may } = useSession();
  return may('customers.view') ? <Customers /> : <Navigate to={jobs} replace />;
}
