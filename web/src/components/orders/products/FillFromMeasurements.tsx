import type { Job } from '@bindings';
import { Button, NumberInput, Select } from '@mantine/core';
import { IconRuler2 } from '@tabler/icons-react';
import { useState } from 'react';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { unitName } from '@/ui/jobs/unitName';
import { fillQuantity } from '@/wasm/rules';

import styles from './AssignProducts.module.css';
import type { ProductCategory } from './orderableProducts';
import type { Typed } from './useQuantities';

interface FillProps {
  job: Job;
  categories: readonly ProductCategory[];
  onFill: (productId: string, quantity: number) => void;
}

/** Crews in the US write numbers the same way in both languages. */
const figure = (amount: number) => amount.toLocaleString('en-US', { maximumFractionDigits: 3 });

/** Above the panel, whose z-index is 120. */
const above = { comboboxProps: { zIndex: 130 } };

function Fields({ job, categories, onFill }: FillProps) {
  const [report, setReport] = useState<string | null>(job.reports[0]?.id ?? null);
  const [waste, setWaste] = useState<Typed>(10);
  const [product, setProduct] = useState<string | null>(null);
  const { language } = useSession();
  const measured = job.reports.find(({ id }) => id === report);
  const answer =
    measured === undefined
      ? []
      : fillQuantity(measured.amount, measured.measurement, waste === '' ? null : Number(waste), language);
  const quantity = typeof answer === 'number' ? answer : null;
  const refused = typeof answer === 'number' ? [] : answer;
  const problem = refused.find(({ field }) => field === 'wastePercent')?.message;
  const ready = product !== null && quantity !== null;
  return (
    <section className={styles.fill} aria-label={m.purchase_fill()}>
      <Select
        label={m.jobs_measurement()}
        data={job.reports.map(({ id, amount, measurement }) => ({
          value: id,
          label: `${figure(amount)} ${unitName(measurement)}`,
        }))}
        value={report}
        onChange={setReport}
        allowDeselect={false}
        data-autofocus
        {...above}
      />
      <NumberInput
        label={m.purchase_waste()}
        rightSection="%"
        value={waste}
        onChange={setWaste}
        min={0}
        allowNegative={false}
        clampBehavior="none"
        hideControls
        inputMode="decimal"
        error={problem}
      />
      <Select
        className={styles.wide ?? ''}
        label={m.purchase_product()}
        placeholder={m.purchase_chooseProduct()}
        data={categories.map(({ title, offers }) => ({
          group: title,
          items: offers.map(({ productId, productName }) => ({ value: productId, label: productName })),
        }))}
        value={product}
        onChange={setProduct}
        searchable
        allowDeselect={false}
        nothingFoundMessage={m.products_noneFound()}
        {...above}
      />
      <div className={styles.filled}>
        <span className="muted num" role="status">
          {measured === undefined || quantity === null
            ? refused.find(({ field }) => field !== 'wastePercent')?.message
            : m.purchase_fillComes({
                amount: figure(measured.amount),
                unit: unitName(measured.measurement),
                waste: figure(Number(waste)),
                quantity: figure(quantity),
              })}
        </span>
        <Button
          variant="default"
          disabled={!ready}
          onClick={() => {
            if (ready) onFill(product, quantity);
          }}
        >
          {m.purchase_fillSet()}
        </Button>
      </div>
    </section>
  );
}

/** Fills the quantity of a product from the job's measurements plus waste. */
export function FillFromMeasurements(props: FillProps) {
  const [open, setOpen] = useState(false);
  if (props.job.reports.length === 0) return <p className="muted">{m.purchase_fillNothing()}</p>;
  return (
    <>
      <div>
        <Button
          variant="subtle"
          leftSection={<IconRuler2 size={17} aria-hidden />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {m.purchase_fill()}
        </Button>
      </div>
      {open && <Fields {...props} />}
    </>
  );
}
