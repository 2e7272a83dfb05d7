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
  /** The label of the button that declines; without it there is nothing to decide. */
  no: string | null;
  /** The label of another choice. */
  other?: string;
  answer: (confirmed: boolean | 'other') => void;
}

let waiting: readonly Popup[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Popup[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

const open = (popup: Omit<Popup, 'answer'>) =>
  new Promise<boolean | 'other'>((resolve) => {
    const queued: Popup = {
      ...popup,
      answer: (confirmed) => {
        change(waiting.filter((other) => other !== queued));
        resolve(confirmed);
      },
    };
    change([...waiting, queued]);
  });

const notify = async (
  tone: Tone,
  title: string,
  body: ReactNode,
  yes: string = m.common_ok(),
): Promise<void> => {
  await open({ tone, title, body, yes, no: null });
};

export const popup = {
  /** For failures: errors are always shown as a popup. */
  oops: (body: ReactNode) => notify('bad', notice('oops'), body),
  /** For failures during onboarding, with the title 'Hmm...'. */
  hmm: (body: ReactNode) => notify('bad', notice('hmm'), body),
  /** For a form that was submitted successfully. After dragging, toggling or coloring use `toast.sweet`. */
  sweet: (body: ReactNode) => notify('good', notice('sweet'), body),
  /** For feedback and requests sent to us. */
  thanks: (body: ReactNode) => notify('good', notice('thankYou'), body),
  /** `label` is the button, 'OK' by default. */
  success: (body: ReactNode, label?: string) => notify('good', notice('success'), body, label),
};

export interface Question {
  /** 'Are you sure?' by default. */
  title?: string;
  /** Names the item and the consequence. */
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
  open({
    tone: danger ? 'danger' : 'ask',
    title: title ?? notice('areYouSure'),
    body,
    yes: confirmLabel,
    no: cancelLabel ?? m.common_cancel(),
    ...(otherLabel === undefined ? {} : { other: otherLabel }),
  });

/** For tests: closes everything without an answer. */
export const closePopups = () => change([]);

/** The queued popups, the shown one first, for `PopupHost`. */
export const waitingPopups = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): readonly Popup[] => waiting,
};
