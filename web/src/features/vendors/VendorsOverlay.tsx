import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useVendors } from '@/queries/vendors';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { RefetchIndicator, SkeletonCards } from '@/ui/feedback/Skeletons';
import { ActionBar } from '@/ui/layout/ActionBar';
import { Overlay } from '@/ui/overlays/Overlay';
import { usePhone } from '@/ui/theme/usePhone';

import { useVendorParam } from './useVendorParam';
import { useVendorSearch, type VendorWithContacts } from './useVendorSearch';
import { VendorDetail, VendorDetailBar } from './VendorDetail';
import { VendorList } from './VendorList';
import { VendorPanel } from './VendorPanel';
import styles from './Vendors.module.css';

function NewButton({ onClick }: { onClick: () => void }) {
  return (
    <Permitted action="vendors.manage">
      <Button leftSection={<IconPlus size={17} stroke={2.4} />} onClick={onClick}>
        {m.vendors_new()}
      </Button>
    </Permitted>
  );
}

interface FoundProps {
  search: ReturnType<typeof useVendorSearch>;
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

/** The list with its search field, or why there is none. */
function Found({ search: { query, setQuery, narrow, all, found }, chosen, onChoose }: FoundProps) {
  const { may } = useSession();
  const { error, isFetching, refetch } = useVendors();
  if (all === undefined || found === undefined)
    return error === null ? (
      <SkeletonCards count={3} height={44} />
    ) : (
      <EmptyState
        art="search"
        title={error.message}
        action={
          <Button loading={isFetching} onClick={() => void refetch()}>
            {m.vendors_retry()}
          </Button>
        }
      >
        {m.common_tryAgain()}
      </EmptyState>
    );
  if (all.length === 0)
    return (
      <EmptyState title={m.vendors_none()}>
        {may('vendors.manage') ? m.vendors_noneHint() : m.vendors_noneReader()}
      </EmptyState>
    );
  return (
    <>
      <TextInput
        type="search"
        className={styles.search ?? ''}
        leftSection={<IconSearch size={16} />}
        placeholder={m.vendors_search()}
        aria-label={m.vendors_searchLabel()}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {found.length > 0 ? (
        <VendorList suppliers={found} chosen={chosen} onChoose={onChoose} />
      ) : (
        <EmptyState
          art="search"
          title={m.vendors_noneFound()}
          action={
            <Button variant="default" onClick={() => setQuery('')}>
              {m.vendors_clearSearch()}
            </Button>
          }
        >
          {m.vendors_noneFoundHint()}
        </EmptyState>
      )}
      <p className="spoken" role="status">
        {narrow && m.vendors_found({ count: found.length })}
      </p>
    </>
  );
}

/** The body of the overlay while one vendor fills a phone. */
function VendorPage({ supplier, back }: { supplier: VendorWithContacts; back: () => void }) {
  return (
    <>
      <VendorDetail key={supplier.vendor.id} supplier={supplier} onDeleted={back} />
      <VendorDetailBar supplier={supplier} onDeleted={back} />
    </>
  );
}

function Vendors() {
  const phone = usePhone();
  const { vendorId, show, leave } = useVendorParam();
  const { data, isFetching } = useVendors();
  const search = useVendorSearch(data);
  const [making, setMaking] = useState(false);

  const supplier = search.all?.find(({ vendor }) => vendor.id === vendorId);
  const back = () => show(null);
  const inPlace = phone && supplier !== undefined;

  return (
    <Overlay
      title={inPlace ? supplier.vendor.name : m.vendors_title()}
      under={inPlace ? undefined : m.vendors_subtitle()}
      onClose={inPlace ? back : leave}
      closeDetail={supplier === undefined ? undefined : back}
      size={supplier === undefined ? 720 : 1180}
      actions={<NewButton onClick={() => setMaking(true)} />}
    >
      <RefetchIndicator when={isFetching && data !== undefined} />
      {inPlace ? (
        <VendorPage supplier={supplier} back={back} />
      ) : (
        <>
          <div className={styles.desk} data-open={supplier !== undefined || undefined}>
            <div className={styles.list}>
              <Found search={search} chosen={supplier?.vendor.id} onChoose={show} />
            </div>
            {supplier !== undefined && (
              <VendorDetail key={supplier.vendor.id} supplier={supplier} onDeleted={back} onClose={back} />
            )}
          </div>
          <ActionBar overlay>
            <NewButton onClick={() => setMaking(true)} />
          </ActionBar>
        </>
      )}
      {making && (
        <VendorPanel
          vendor={null}
          onClose={() => setMaking(false)}
          onSaved={(id) => {
            setMaking(false);
            show(id);
          }}
        />
      )}
    </Overlay>
  );
}

/** `/app/jobs/vendors`: where a contractor buys, and whom it writes to there. Other companies have no vendors. */
export function VendorsOverlay() {
  const { company } = useSession();
  return company.companyType === 'contractor' ? <Vendors /> : <Navigate to="/app/jobs" replace />;
}
