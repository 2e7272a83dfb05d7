import type { VendorsReport as Report, VendorRow } from '@bindings';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useReport } from '@/queries/reports';
import { moneyFormat } from '@/wasm/rules';

import { KeyFigures } from './KeyFigures';
import { NumberTable } from './NumberTable';
import { ReportFrame } from './ReportFrame';
import styles from './Reports.module.css';
import type { ReportParams } from './useReportParams';

const Name = ({ vendor: { vendorId, name } }: { vendor: VendorRow }) =>
  vendorId === null ? (
    m.reports_noVendor()
  ) : (
    <Link to={`/app/jobs/vendors?vendor=${vendorId}`} className="tableLink">
      {name}
    </Link>
  );

function Shown({ vendors, orders, sent, total }: Report) {
  const most = Math.max(...vendors.map((vendor) => vendor.total), 1);
  const bar = (vendor: VendorRow) =>
    ({ '--share': `${Math.round((vendor.total / most) * 100)}%` }) as CSSProperties;
  return (
    <>
      <KeyFigures
        figures={[
          { name: m.reports_ordered(), value: moneyFormat(total) },
          {
            name: m.reports_orders(),
            value: String(orders),
            under: m.reports_sentCount({ count: sent }),
          },
        ]}
      />
      <NumberTable label={m.reports_vendors()}>
        <thead>
          <tr>
            <th scope="col">{m.reports_vendor()}</th>
            <th scope="col">{m.reports_orders()}</th>
            <th scope="col">{m.reports_sent()}</th>
            <th scope="col">{m.reports_total()}</th>
          </tr>
        </thead>
        <tbody>
          {vendors.map((vendor) => (
            <tr key={vendor.vendorId}>
              <th scope="row">
                <Name vendor={vendor} />
                <span className={styles.bar} style={bar(vendor)} />
              </th>
              <td>{vendor.orders}</td>
              <td>{vendor.sent}</td>
              <td>{moneyFormat(vendor.total)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{m.reports_all()}</th>
            <td>{orders}</td>
            <td>{sent}</td>
            <td>{moneyFormat(total)}</td>
          </tr>
        </tfoot>
      </NumberTable>
    </>
  );
}

/** The purchase orders by vendor. */
export function VendorsReport({ place }: { place: ReportParams }) {
  const report = useReport('vendors', place.query);
  return (
    <ReportFrame
      place={place}
      report={report}
      isEmpty={({ orders }) => orders === 0}
      emptyHint={m.reports_vendorsNone()}
      notes={[m.reports_ordersNote(), m.reports_sentNote(), m.reports_seenNote()]}
    >
      {(data) => <Shown {...data} />}
    </ReportFrame>
  );
}
