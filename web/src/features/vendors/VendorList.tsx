import { TranslationToggle, Words } from '@/components/translations/Translated';
import { m } from '@/i18n';
import { isOptimisticId } from '@/queries/mutations/optimisticIds';
import { useTranslations } from '@/queries/translations/translations';
import { OpenableRow } from '@/ui/layout/OpenableRow';

import type { VendorWithContacts } from './useVendorSearch';
import styles from './Vendors.module.css';

/** Blank cells of a table show an en dash. */
const blank = '–';

interface VendorListProps {
  suppliers: readonly VendorWithContacts[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

/** Every vendor with its account number and the number of its contacts. */
export function VendorList({ suppliers, chosen, onChoose }: VendorListProps) {
  const stored = suppliers.filter(({ vendor }) => !isOptimisticId(vendor.id));
  const translations = useTranslations(
    'vendor',
    stored.map(({ vendor: { id, name } }) => ({ id, texts: [name] })),
  );
  return (
    <>
      <table className={`table ${styles.vendors}`}>
        <thead>
          <tr>
            <th scope="col">{m.vendors_name()}</th>
            <th scope="col">{m.vendors_accountNumber()}</th>
            <th scope="col" className="right">
              {m.vendors_contacts()}
            </th>
          </tr>
        </thead>
        <tbody>
          {suppliers.map(({ vendor: { id, name, accountNumber }, contacts }) => (
            <OpenableRow
              key={id}
              name={
                <Words from={translations} id={id} field="name">
                  {name}
                </Words>
              }
              open={id === chosen}
              onOpen={() => onChoose(id)}
            >
              <td className="num">{accountNumber ?? blank}</td>
              <td className="num right">{contacts.length}</td>
            </OpenableRow>
          ))}
        </tbody>
      </table>
      <div className={styles.translation}>
        <TranslationToggle translations={translations} />
      </div>
    </>
  );
}
