import type { Capacity, Sharing } from '@bindings';
import { Button, NumberInput, Radio } from '@mantine/core';
import { useFormSync } from '@/components/forms/useFormSync';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCapacityChanges } from '@/queries/planning/capacity';
import { toast } from '@/ui/overlays/toasts';
import { checkCapacity, limits } from '@/wasm/rules';

import styles from '../Planning.module.css';

const choices: { value: Sharing; label: () => string; hint: () => string }[] = [
  { value: 'none', label: () => m.capacity_none(), hint: () => m.capacity_noneHint() },
  { value: 'busy', label: () => m.capacity_busy(), hint: () => m.capacity_busyHint() },
  { value: 'count', label: () => m.capacity_count(), hint: () => m.capacity_countHint() },
];

/** A field that was emptied has no number yet; the rule asks for one. */
type Values = { crews: number | ''; sharing: Sharing };

/** How many jobs the company can do on a day, and what connected companies see of its days. */
export function CapacityCard({ capacity }: { capacity: Capacity }) {
  const { language, may } = useSession();
  const { set } = useCapacityChanges();
  const saved: Values = capacity;
  const form = useRulesForm<Values>({
    initial: saved,
    check: (values) => checkCapacity(values as Capacity, language),
    submit: async (values) => {
      form.reset(await set(values as Capacity));
      toast.sweet(m.capacity_saved());
    },
  });
  useFormSync(form, saved);
  const fixed = !may('company.edit');
  const { onChange, ...crews } = form.choice('crews');
  return (
    <form {...form.form} className={`card ${styles.card}`} aria-label={m.capacity_title()}>
      <h2>{m.capacity_title()}</h2>
      <NumberInput
        {...crews}
        label={m.capacity_crews()}
        description={m.capacity_crewsHint()}
        min={0}
        max={limits().capacityCrews}
        allowDecimal={false}
        required
        disabled={fixed}
        onChange={(next) => onChange(typeof next === 'number' ? next : '')}
      />
      <Radio.Group {...form.choice('sharing')} label={m.capacity_sharing()} onBlur={undefined}>
        <div className="stack" style={{ marginTop: 8 }}>
          {choices.map(({ value, label, hint }) => (
            <Radio key={value} value={value} label={label()} description={hint()} disabled={fixed} />
          ))}
        </div>
      </Radio.Group>
      <p className="muted">{m.capacity_never()}</p>
      <div className={styles.actions}>
        <Permitted action="company.edit">
          <Button type="submit" variant="default" loading={form.busy}>
            {m.capacity_save()}
          </Button>
        </Permitted>
      </div>
    </form>
  );
}
