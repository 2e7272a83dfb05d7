import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { notice } from '@/i18n';
import { settingsOf, useSaveSettings } from '@/session/ownSettings';
import { useSession } from '@/session/session';
import { mayLeave } from '@/ui/closing';
import { popup } from '@/ui/popups';
import { chooseScheme, useScheme } from '@/ui/scheme';

import { keepRecent } from './recent';
import type { Choice } from './useChoices';

interface Ends {
  /** The search goes, and the focus with what was chosen. */
  leave: () => void;
  /** The search goes, and the page is as it was. */
  dismiss: () => void;
}

/** Goes where a choice leads, or does it. Nothing that was typed elsewhere is lost without a word. */
export function useChoose({ leave, dismiss }: Ends): (choice: Choice) => Promise<void> {
  const { user, signOut } = useSession();
  const navigate = useNavigate();
  const save = useSaveSettings();
  const dark = useScheme() === 'dark';
  return useCallback(
    async ({ to, state, deed, recent }) => {
      const goes = to !== undefined || deed === 'signOut';
      if (goes && !(await mayLeave())) return;
      if (recent !== undefined && deed !== 'signOut') keepRecent(user.id, recent);
      if (goes) leave();
      else dismiss();
      if (to !== undefined) await navigate(to, { state });
      else if (deed === 'signOut') await signOut();
      else if (deed === 'scheme') chooseScheme(dark ? 'light' : 'dark');
      else {
        const language = user.language === 'spanish' ? 'english' : 'spanish';
        await save({ ...settingsOf(user), language }).catch(() => void popup.oops(notice('settingsFailed')));
      }
    },
    [user, signOut, navigate, save, dark, leave, dismiss],
  );
}
