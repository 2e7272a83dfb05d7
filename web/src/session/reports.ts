/** What jobs, money, crews and orders come to over a while, and the same as files. The server counts. */
import type { CrewsReport, JobsReport, ValueReport, VendorsReport } from '@bindings';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { asking, saying } from '@/api/asking';
import { call, type DownloadOptions, fetchFile } from '@/api/client';
import { language, m } from '@/i18n';

interface Reports {
  jobs: JobsReport;
  value: ValueReport;
  crews: CrewsReport;
  vendors: VendorsReport;
}

export type ReportName = keyof Reports;

/** What is asked; blank is what the report usually covers. */
export interface ReportAsked {
  /** Days, the first and the last, `YYYY-MM-DD`. */
  from: string;
  to: string;
  by: string;
}

/** A report. While another period is fetched the last one stays. */
export const useReport = <Name extends ReportName>(name: Name, asked: ReportAsked, wanted = true) =>
  useQuery({
    enabled: wanted,
    queryKey: ['reports', name, asked, language()],
    queryFn: () =>
      saying(
        () => m.reports_failed(),
        call<Reports[Name]>('GET', asking(`/api/reports/${name}`, { ...asked })),
      ),
    placeholderData: keepPreviousData,
  });

/** The same as a CSV file, with headings in the reader's language. */
export const reportFile = (name: ReportName, asked: ReportAsked, options: DownloadOptions): Promise<File> =>
  saying(() => m.reports_failed(), fetchFile(asking(`/api/reports/${name}/export`, { ...asked }), options));
