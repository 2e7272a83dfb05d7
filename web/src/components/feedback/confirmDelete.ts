import { notice } from '@/i18n';
import { confirm } from '@/ui/overlays/popups';

/** Asks before something is deleted. The question names what it is, including what is deleted with it. */
export const confirmDelete = (question: string, title?: string): Promise<boolean> =>
  confirm({
    ...(title === undefined ? {} : { title }),
    body: `${question} ${notice('cannotRevert')}`,
    confirmLabel: notice('yesRemove'),
    danger: true,
  });
