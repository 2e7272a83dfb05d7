import { Button, Select } from '@mantine/core';
import { useMemo } from 'react';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useCompanyZone, useZoneChange, zones } from '@/queries/companies/timeZone';
import { zoneName } from '@/ui/dates/times';
import { Overlay } from '@/ui/overlays/Overlay';
import { toast } from '@/ui/overlays/toasts';

import styles from './TimeZoneOverlay.module.css';

/** The options are the browser's time zones; the server checks the chosen one. */
const nothingToRefuse = () => [];

/** Chooses the time zone of the company. */
export function TimeZoneOverlay({ onClose }: { onClose: () => void }) {
  const zone = useCompanyZone();
  const change = useZoneChange();
  const form = useRulesForm({
    initial: { timeZone: zone },
    check: nothingToRefuse,
    submit: async ({ timeZone }) => {
      await change(timeZone);
      onClose();
      toast.sweet(m.company_timeZoneSaved());
    },
  });
  const offered = useMemo(() => zones(zone).map((name) => ({ value: name, label: zoneName(name) })), [zone]);
  return (
    <Overlay title={m.company_timeZone()} onClose={onClose} dirty={form.dirty} size={460}>
      <form {...form.form} className={styles.form}>
        <Select
          {...form.choice('timeZone')}
          label={m.company_timeZone()}
          description={m.company_timeZoneHint()}
          data={offered}
          searchable
          allowDeselect={false}
          limit={60}
          nothingFoundMessage={m.company_timeZoneNone()}
          comboboxProps={{ zIndex: 110 }}
        />
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose}>
            {m.common_cancel()}
          </Button>
          <Button type="submit" loading={form.busy}>
            {m.common_save()}
          </Button>
        </div>
      </form>
    </Overlay>
  );
}
