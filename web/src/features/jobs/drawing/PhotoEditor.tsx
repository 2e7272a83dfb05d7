import type { JobImage } from '@bindings';
import { Button, ColorSwatch, SegmentedControl, TextInput, UnstyledButton } from '@mantine/core';
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { m } from '@/i18n';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { Overlay } from '@/ui/overlays/Overlay';
import { popup } from '@/ui/overlays/popups';
import { photoAlt } from '../images/photoText';
import { MarkCanvas } from './MarkCanvas';
import { markedPhoto } from './markedPhoto';
import { markColors } from './marks';
import styles from './PhotoEditor.module.css';
import { type Pen, useMarks } from './useMarks';

interface ToolsProps {
  pen: Pen;
  onPen: (change: Partial<Pen>) => void;
}

const colorNames: Record<(typeof markColors)[number], () => string> = {
  '#E11D48': () => m.jobs_drawRed(),
  '#FACC15': () => m.jobs_drawYellow(),
  '#2563EB': () => m.jobs_drawBlue(),
  '#FFFFFF': () => m.jobs_drawWhite(),
};

function Colors({ pen, onPen }: ToolsProps) {
  return (
    <fieldset className={styles.colors} aria-label={m.jobs_drawColor()}>
      {markColors.map((color) => (
        <UnstyledButton
          key={color}
          className={styles.color}
          aria-label={colorNames[color]()}
          aria-pressed={color === pen.color}
          onClick={() => onPen({ color })}
        >
          <ColorSwatch color={color} size={26}>
            {color === pen.color && <IconCheck size={16} stroke={3} className={styles.check} aria-hidden />}
          </ColorSwatch>
        </UnstyledButton>
      ))}
    </fieldset>
  );
}

interface PhotoEditorProps {
  image: JobImage;
  /** Called with the copy. */
  onSaved: (file: File) => void;
  onClose: () => void;
}

/** Draws arrows, circles and texts on a photo. The result is a copy: the original is evidence and stays as it is. */
export function PhotoEditor({ image, onSaved, onClose }: PhotoEditorProps) {
  const zone = useCompanyZone();
  const hint = useId();
  const [pen, setPen] = useState<Pen>({ kind: 'arrow', color: markColors[0], text: '' });
  const [busy, setBusy] = useState(false);
  const { marks, shown, undo, handlers } = useMarks(image, pen);
  const onPen = (change: Partial<Pen>) => setPen((now) => ({ ...now, ...change }));

  const save = async () => {
    setBusy(true);
    try {
      onSaved(await markedPhoto(image, marks));
      onClose();
    } catch {
      setBusy(false);
      await popup.oops(m.jobs_drawFailed());
    }
  };

  return (
    <Overlay
      title={m.jobs_draw()}
      size={980}
      dirty={marks.length > 0 && !busy}
      onClose={onClose}
      footer={
        <>
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            disabled={marks.length === 0}
            aria-describedby={hint}
            onClick={undo}
          >
            {m.common_undo()}
          </Button>
          <Button
            loading={busy}
            disabled={marks.length === 0}
            aria-describedby={hint}
            onClick={() => void save()}
          >
            {m.jobs_drawSave()}
          </Button>
        </>
      }
    >
      <div className={styles.tools}>
        <SegmentedControl
          aria-label={m.jobs_drawTool()}
          value={pen.kind}
          onChange={(kind) => onPen({ kind })}
          data={[
            { value: 'arrow', label: m.jobs_drawArrow() },
            { value: 'circle', label: m.jobs_drawCircle() },
            { value: 'text', label: m.jobs_drawText() },
          ]}
        />
        <Colors pen={pen} onPen={onPen} />
        {pen.kind === 'text' && (
          <TextInput
            className={styles.text ?? ''}
            aria-label={m.jobs_drawText()}
            placeholder={m.jobs_drawText()}
            maxLength={60}
            autoComplete="off"
            data-autofocus
            value={pen.text}
            onChange={({ currentTarget }) => onPen({ text: currentTarget.value })}
          />
        )}
      </div>
      <p id={hint} className={`muted ${styles.hint}`}>
        {pen.kind === 'text' ? m.jobs_drawTextHint() : m.jobs_drawHint()}
      </p>
      <MarkCanvas image={image} alt={photoAlt(image, zone)} marks={shown} {...handlers} />
    </Overlay>
  );
}
