/** Reports on jobs, money, crews and orders over a period, also as files. The server computes them. */
import type { CrewsReport, JobsReport, ValueReport, VendorsReport } from '@bindings';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '@/api/client';
import { type DownloadOptions, fetchFile } from '@/api/download';
import { withFallbackMessage, withQuery } from '@/api/queryString';
import { language, m } from '@/i18n';

interface Reports {
  jobs: JobsReport;
  value: ValueReport;
  crews: CrewsReport;
  vendors: VendorsReport;
}

export type ReportName = keyof Reports;

/** The period; blank is the default of the report. */
export interface ReportQuery {
  /** The first and the last day, `YYYY-MM-DD`. */
  from: string;
  to: string;
  by: string;
}

/** A report. While another period is fetched the previous one stays. */
export const useReport = <Name extends ReportName>(name: Name, query: ReportQuery, wanted = true) =>
  useQuery({
    enabled: wanted,
    queryKey: ['reports', name, query, language()],
    queryFn: () =>
      withFallbackMessage(
        () => m.reports_failed(),
        call<Reports[Name]>('GET', withQuery(`/api/reports/${name}`, { ...query })),
      ),
    placeholderData: keepPreviousData,
  });

/** The same as a CSV file, with headings in the reader's language. */
export const reportFile = (name: ReportName, query: ReportQuery, options: DownloadOptions): Promise<File> =>
  withFallbackMessage(
    () => m.reports_failed(),
    fetchFile(withQuery(`/api/reports/${name}/export`, { ...query }), options),
  );
