/**
 * The popups: 'Oops...' for failures, 'Sweet!' for successes, and confirmations. One is shown at a time, the others
 * are queued. Each returns a promise that resolves when it is closed.
 */
import type { ReactNode } from 'react';
import { m, notice } from '@/i18n';

export type Tone = 'bad' | 'good' | 'ask' | 'danger';

export interface Popup {
  tone: Tone;
  title: string;
  body: ReactNode;
  /** The label of the button that confirms. */
  yes: string;
  /** The label of the button that does not; without it there is nothing to decide. */
  no: string | null;
  /** The label of another choice. */
  other?: string;
  answer: (went: boolean | 'other') => void;
}

let waiting: readonly Popup[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Popup[]): void {
  waiting = next;
  for (const tell of listeners) tell();
}

const ask = (popup: Omit<Popup, 'answer'>) =>
  new Promise<boolean | 'other'>((resolve) => {
    const asked: Popup = {
      ...popup,
      answer: (went) => {
        change(waiting.filter((other) => other !== asked));
        resolve(went);
      },
    };
    change([...waiting, asked]);
  });

const tell = async (
  tone: Tone,
  title: string,
  body: ReactNode,
  yes: string = m.common_ok(),
): Promise<void> => {
  await ask({ tone, title, body, yes, no: null });
};

export const popup = {
  /** For failures: errors are always shown as a popup. */
  oops: (body: ReactNode) => tell('bad', notice('oops'), body),
  /** Onboarding's own word for it. */
  hmm: (body: ReactNode) => tell('bad', notice('hmm'), body),
  /** A form was sent and it worked. After dragging, toggling or coloring use `toast.sweet`. */
  sweet: (body: ReactNode) => tell('good', notice('sweet'), body),
  /** For messages sent to us. */
  thanks: (body: ReactNode) => tell('good', notice('thankYou'), body),
  /** `label` is the button, 'OK' by default. */
  success: (body: ReactNode, label?: string) => tell('good', notice('success'), body, label),
};

export interface Question {
  /** 'Are you sure?' by default. */
  title?: string;
  /** Names the thing and the consequence. */
  body: ReactNode;
  /** Repeats the verb: 'Yes, remove it!' */
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
}

/** Asks for confirmation. Esc and Cancel return false. */
export const confirm = async (question: Question): Promise<boolean> => (await choose(question)) === true;

/** The same with a third choice: `'other'`. */
export const choose = ({
  title,
  body,
  confirmLabel,
  cancelLabel,
  otherLabel,
  danger = false,
}: Question & { otherLabel?: string }) =>
  ask({
    tone: danger ? 'danger' : 'ask',
    title: title ?? notice('areYouSure'),
    body,
    yes: confirmLabel,
    no: cancelLabel ?? m.common_cancel(),
    ...(otherLabel === undefined ? {} : { other: otherLabel }),
  });

/** For tests: closes everything without an answer. */
export const closePopups = () => change([]);

/** Those that wait, the one that is up first, for the one place that draws them. */
export const waitingPopups = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): readonly Popup[] => waiting,
};
