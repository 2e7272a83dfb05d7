import { useState } from 'react';
import { ColorPicker } from '@/components/jobs/ColorPicker';
import { m } from '@/i18n';
import { SidePanel } from '@/ui/overlays/SidePanel';
import type { SelectionPanelProps } from './panelProps';

/** One color for all selected jobs; a press on it is the change. */
export function ColorSelected({ count, busy, run, onClose }: SelectionPanelProps) {
  const [color, setColor] = useState('');
  const choose = (next: string) => {
    if (busy) return;
    setColor(next);
    void run({ color: next });
  };
  return (
    <SidePanel title={m.bulk_colorTitle({ count })} onClose={onClose}>
      <ColorPicker label={m.bulk_color()} value={color} onChange={choose} />
    </SidePanel>
  );
}
