import type { Material, VendorsReport as Report, VendorRow } from '@bindings';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useReport } from '@/queries/reports';
import { quantityText } from '@/ui/print/orderDocument';
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

/** Late orders stand out, and so does that there are none. */
const Late = ({ late }: { late: number }) =>
  late === 0 ? '0' : <strong className={styles.late}>{late}</strong>;

/** What was ordered of each product, and what of it came. */
const Products = ({ products }: { products: readonly Material[] }) => (
  <NumberTable label={m.reports_products()}>
    <thead>
      <tr>
        <th scope="col">{m.reports_product()}</th>
        <th scope="col">{m.reports_productOrdered()}</th>
        <th scope="col">{m.reports_productReceived()}</th>
        <th scope="col">{m.reports_productToCome()}</th>
      </tr>
    </thead>
    <tbody>
      {products.map(({ productId, name, ordered, received, toCome }) => (
        <tr key={productId}>
          <th scope="row">{name}</th>
          <td>{quantityText(ordered)}</td>
          <td>{quantityText(received)}</td>
          <td>{quantityText(toCome)}</td>
        </tr>
      ))}
    </tbody>
  </NumberTable>
);

function Shown({ vendors, orders, sent, late, total, products }: Report) {
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
          { name: m.reports_late(), value: String(late) },
        ]}
      />
      <NumberTable label={m.reports_vendors()}>
        <thead>
          <tr>
            <th scope="col">{m.reports_vendor()}</th>
            <th scope="col">{m.reports_orders()}</th>
            <th scope="col">{m.reports_sent()}</th>
            <th scope="col">{m.reports_late()}</th>
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
              <td>
                <Late late={vendor.late} />
              </td>
              <td>{moneyFormat(vendor.total)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{m.reports_all()}</th>
            <td>{orders}</td>
            <td>{sent}</td>
            <td>
              <Late late={late} />
            </td>
            <td>{moneyFormat(total)}</td>
          </tr>
        </tfoot>
      </NumberTable>
      {products.length > 0 && <Products products={products} />}
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
      notes={[
        m.reports_ordersNote(),
        m.reports_sentNote(),
        m.reports_lateNote(),
        m.reports_productsNote(),
        m.reports_seenNote(),
      ]}
    >
      {(data) => <Shown {...data} />}
    </ReportFrame>
  );
}
