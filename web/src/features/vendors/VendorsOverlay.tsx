import { Button } from '@mantine/core';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, Navigate } from 'react-router';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useVendors } from '@/queries/vendors';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { NothingFound } from '@/ui/feedback/NothingFound';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import type { CsvColumn } from '@/ui/files/tableCsv';
import { SearchField } from '@/ui/inputs/SearchField';
import { TableMenu } from '@/ui/layout/TableMenu';
import { useDetailParam } from '@/ui/navigation/useDetailParam';
import { ListOverlay } from '@/ui/overlays/ListOverlay';

import { useVendorSearch, type VendorWithContacts } from './useVendorSearch';
import { VendorActions, VendorDetail } from './VendorDetail';
import { VendorList } from './VendorList';
import { VendorPanel } from './VendorPanel';
import styles from './Vendors.module.css';

/** The columns of the list. */
const columns = (): CsvColumn<VendorWithContacts>[] => [
  [m.vendors_name(), ({ vendor }) => vendor.name],
  [m.vendors_accountNumber(), ({ vendor }) => vendor.accountNumber],
  [m.vendors_contacts(), ({ contacts }) => contacts.length],
];

interface FoundProps {
  search: ReturnType<typeof useVendorSearch>;
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

/** The list with its search field, or its loading, error or empty state. */
function Found({ search: { query, setQuery, narrow, all, found }, chosen, onChoose }: FoundProps) {
  const { may } = useSession();
  const { error, isFetching, refetch } = useVendors();
  if (all === undefined || found === undefined)
    return error === null ? (
      <SkeletonCards count={3} height={44} />
    ) : (
      <LoadFailure
        art="search"
        why={error.message}
        retry={m.vendors_retry()}
        busy={isFetching}
        onRetry={refetch}
      />
    );
  if (all.length === 0)
    return (
      <EmptyState title={m.vendors_none()}>
        {may('vendors.manage') ? m.vendors_noneHint() : m.vendors_noneReader()}
      </EmptyState>
    );
  return (
    <>
      <SearchField
        className={styles.search ?? ''}
        label={m.vendors_searchLabel()}
        placeholder={m.vendors_search()}
        query={query}
        setQuery={setQuery}
      />
      {found.length > 0 ? (
        <VendorList suppliers={found} chosen={chosen} onChoose={onChoose} />
      ) : (
        <NothingFound
          title={m.vendors_noneFound()}
          clear={m.vendors_clearSearch()}
          onClear={() => setQuery('')}
        >
          {m.vendors_noneFoundHint()}
        </NothingFound>
      )}
      <p className="spoken" role="status">
        {narrow && m.vendors_found({ count: found.length })}
      </p>
    </>
  );
}

function Vendors() {
  const { id, show, leave } = useDetailParam('vendor');
  const { data, isFetching } = useVendors();
  const search = useVendorSearch(data);
  const [making, setMaking] = useState(false);

  const supplier = search.all?.find(({ vendor }) => vendor.id === id);
  const back = () => show(null);

  return (
    <ListOverlay
      title={m.vendors_title()}
      under={m.vendors_subtitle()}
      menu={<TableMenu list="vendors" columns={columns} rows={search.found} header />}
      sizes={[720, 1180]}
      columns="minmax(0, 5fr) minmax(0, 6fr)"
      create={
        <>
          <Permitted action="vendors.manage">
            <Button
              component={Link}
              to="/app/jobs/vendors/import"
              variant="default"
              leftSection={<IconUpload size={17} />}
            >
              {m.vendors_import()}
            </Button>
          </Permitted>
          <Permitted action="vendors.manage">
            <Button leftSection={<IconPlus size={17} stroke={2.4} />} onClick={() => setMaking(true)}>
              {m.vendors_new()}
            </Button>
          </Permitted>
        </>
      }
      refetching={isFetching && data !== undefined}
      list={<Found search={search} chosen={supplier?.vendor.id} onChoose={show} />}
      detail={
        supplier === undefined
          ? null
          : {
              title: supplier.vendor.name,
              content: (close) => (
                <VendorDetail key={supplier.vendor.id} supplier={supplier} onDeleted={back} onClose={close} />
              ),
              bar: <VendorActions supplier={supplier} short onDeleted={back} />,
            }
      }
      back={back}
      onClose={leave}
    >
      {making && (
        <VendorPanel
          vendor={null}
          onClose={() => setMaking(false)}
          onSaved={(saved) => {
            setMaking(false);
            show(saved);
          }}
        />
      )}
    </ListOverlay>
  );
}

/** `/app/jobs/vendors`: the vendors of a contractor and their contacts. Other companies have no vendors. */
export function VendorsOverlay() {
  const { company } = useSession();
  return company.companyType === 'contractor' ? <Vendors /> : <Navigate to="/app/jobs" replace />;
}
