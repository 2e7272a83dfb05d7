import type { FieldError, ImportMapping, ImportOutcome, Notice } from '@bindings';
import { Button, Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { ApiFailure, upload } from '@/api/client';
import { m, notice } from '@/i18n';
import { useSession } from '@/session/session';
import { ActionBar } from '@/ui/ActionBar';
import { ErrorBox } from '@/ui/ErrorSummary';
import { PageTitle } from '@/ui/PageTitle';
import { Permitted } from '@/ui/Permitted';
import type { ImportSheet } from '@/wasm/rules';

import { ImportColumns } from './ImportColumns';
import { ImportPreview } from './ImportPreview';
import { ImportResult } from './ImportResult';
import styles from './ImportScreen.module.css';
import type { Importing } from './importKinds';

const broken: Notice = 'importFailed';

/** What went wrong, in the words of the server where it refused. */
function reasons(failure: ApiFailure): string[] {
  if (!failure.explained) return [notice(broken)];
  const fields = failure.fields.map(({ message }: FieldError) => message);
  return fields.length > 0 ? fields : [failure.message];
}

interface SendingState {
  share: number | null;
  failures: readonly string[];
  answer: ImportOutcome | null;
}

/** Sends the file with its mapping, tells how far it is, and keeps the answer. */
function useSending(of: Importing, file: File, mapping: ImportMapping) {
  const queries = useQueryClient();
  const [state, setState] = useState<SendingState>({ share: null, failures: [], answer: null });
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const send = async () => {
    const form = new FormData();
    form.append('file', file);
    form.append('mapping', JSON.stringify(mapping));
    stop.current = new AbortController();
    setState({ share: 0, failures: [], answer: null });
    try {
      const answer = await upload<ImportOutcome>(of.call, form, {
        onProgress: (share) => setState((now) => ({ ...now, share })),
        signal: stop.current.signal,
      });
      setState({ share: null, failures: [], answer });
      void queries.invalidateQueries({ queryKey: of.changes });
    } catch (failure) {
      if (failure instanceof ApiFailure) setState({ share: null, failures: reasons(failure), answer: null });
      else if (failure instanceof DOMException) setState({ share: null, failures: [], answer: null });
      else throw failure;
    } finally {
      stop.current = null;
    }
  };

  return { ...state, send, stop: () => stop.current?.abort() };
}

function Sending({ of, share, onStop }: { of: Importing; share: number; onStop: () => void }) {
  const percent = Math.floor(share * 100);
  const sent = share >= 1;
  const text = sent ? of.storing() : m.imports_sending({ percent });
  return (
    <div className={`card ${styles.sending}`}>
      <div className="grow">
        <p role="status">{text}</p>
        <Progress value={sent ? 100 : percent} animated={sent} striped={sent} aria-label={text} />
      </div>
      {!sent && (
        <Button variant="default" onClick={onStop}>
          {m.common_stop()}
        </Button>
      )}
    </div>
  );
}

interface ImportMatchProps {
  of: Importing;
  file: File;
  sheet: ImportSheet;
  onAnother: () => void;
  /** The way back on a phone. */
  back: ReactNode;
}

/** A file that could be read: match its columns, look at its rows, send it, and see what became of it. */
export function ImportMatch({ of, file, sheet, onAnother, back }: ImportMatchProps) {
  const { language } = useSession();
  const [mapping, setMapping] = useState<ImportMapping>(() => sheet.guess());
  const { share, failures, answer, send, stop } = useSending(of, file, mapping);

  const problems = useMemo(() => sheet.problems(mapping, language), [sheet, mapping, language]);
  const ready = problems.length === 0;
  const counts = useMemo(() => (ready ? sheet.check(mapping) : null), [sheet, mapping, ready]);

  const good = counts?.good ?? 0;
  const refusal = problems[0]?.message ?? (good === 0 ? m.imports_nothing() : null);
  const go = (
    <Permitted action={of.action} unless={refusal}>
      <Button loading={share !== null} onClick={() => void send()}>
        {of.go(good)}
      </Button>
    </Permitted>
  );
  const another = (label: string) => (
    <Button variant="default" onClick={onAnother} disabled={share !== null}>
      {label}
    </Button>
  );

  if (answer !== null)
    return (
      <ImportResult
        of={of}
        file={file}
        outcome={answer}
        refusedCsv={() => sheet.refusedCsv(mapping, language, answer.rows)}
        onAnother={onAnother}
        back={back}
      />
    );

  return (
    <div className={`page ${styles.page}`}>
      <PageTitle
        title={of.title()}
        beside={file.name}
        back={back}
        actions={
          <>
            {another(m.imports_another())}
            {go}
          </>
        }
      />
      {failures.length > 0 && (
        <div className={styles.failures}>
          <ErrorBox>
            {failures.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </ErrorBox>
        </div>
      )}
      {share !== null && <Sending of={of} share={share} onStop={stop} />}
      <div className={styles.match} data-ready={counts !== null || undefined}>
        <ImportColumns
          of={of}
          sheet={sheet}
          file={file.name}
          mapping={mapping}
          problems={problems}
          onChange={setMapping}
        />
        <ImportPreview of={of} sheet={sheet} file={file.name} mapping={mapping} counts={counts} />
      </div>
      <ActionBar>
        {another(m.imports_other())}
        {go}
      </ActionBar>
    </div>
  );
}
