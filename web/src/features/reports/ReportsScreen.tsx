import '@/ui/print/print.css';

import { ActionIcon, Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { DownloadOptions } from '@/api/download';
import { DownloadButton } from '@/components/feedback/DownloadButton';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { type ReportName, reportFile, useReport } from '@/queries/reports';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { BackArrow } from '@/ui/layout/BackArrow';
import { PageTitle } from '@/ui/layout/PageTitle';
import { RidgeTabs } from '@/ui/layout/RidgeTabs';

import { CrewsReport } from './CrewsReport';
import { invalidDays } from './invalidDays';
import { JobsReport } from './JobsReport';
import styles from './Reports.module.css';
import { type ReportParams, reportNames, useReportParams } from './useReportParams';
import { ValueReport } from './ValueReport';
import { VendorsReport } from './VendorsReport';

const views: Record<ReportName, ComponentType<{ place: ReportParams }>> = {
  jobs: JobsReport,
  value: ValueReport,
  crews: CrewsReport,
  vendors: VendorsReport,
};

const print = () => window.print();

/** `/app/reports`: reports on jobs, money, crews and orders. */
export function ReportsScreen() {
  const { may, whyNot } = useSession();
  const place = useReportParams();
  const { kind, query, set } = place;
  const forbidden = whyNot(kind.asks);
  const View = views[kind.name];
  const saved = (options: DownloadOptions) => reportFile(kind.name, query, options);
  // A period that the rules refuse cannot be downloaded either.
  const refused = invalidDays(useReport(kind.name, query, forbidden === null).error).join(' ') || null;
  return (
    <div className={`page ${styles.page}`} data-sheet>
      <PageTitle
        title={m.reports_title()}
        back={<BackArrow label={m.activity_back()} to="/app/company" />}
        actions={
          forbidden === null && (
            <>
              <Permitted action={kind.asks} unless={refused}>
                <DownloadButton label={m.activity_export()} fetched={saved} />
              </Permitted>
              <Button variant="default" leftSection={<IconPrinter size={17} aria-hidden />} onClick={print}>
                {m.calendar_print()}
              </Button>
            </>
          )
        }
        phoneActions={
          forbidden === null && (
            <>
              <Permitted action={kind.asks} unless={refused}>
                <DownloadButton label={m.activity_export()} fetched={saved} icon="onSlate" />
              </Permitted>
              <ActionIcon size={48} className="onSlate" aria-label={m.calendar_print()} onClick={print}>
                <IconPrinter size={24} />
              </ActionIcon>
            </>
          )
        }
      />
      <RidgeTabs
        label={m.reports_title()}
        value={kind.name}
        // The chosen period stays; weeks or months are reset to the default of each report.
        onChange={(next) => set({ report: next as ReportName, by: '' })}
        tabs={reportNames
          .filter(({ name, asks }) => may(asks) || name === kind.name)
          .map(({ name, title }) => ({ value: name, label: title() }))}
      >
        {forbidden === null ? (
          <View place={place} />
        ) : (
          <div className="card">
            <EmptyState art="search" title={forbidden}>
              {m.reports_forbidden()}
            </EmptyState>
          </div>
        )}
      </RidgeTabs>
    </div>
  );
}
