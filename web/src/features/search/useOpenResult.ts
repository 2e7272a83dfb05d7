import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { settingsForm, useSaveSettings } from '@/queries/accounts/userSettings';
import { popup } from '@/ui/overlays/popups';
import { confirmDiscard } from '@/ui/overlays/unsavedForms';
import { chooseScheme, useScheme } from '@/ui/theme/colorScheme';

import { storeRecent } from './recent';
import type { SearchResult } from './useResults';

interface Ends {
  /** Closes the search, and moves the focus to what was opened. */
  leave: () => void;
  /** Closes the search, and returns the focus. */
  dismiss: () => void;
}

/** Opens a result, or runs a command. Confirms first if unsaved input would be lost. */
export function useOpenResult({ leave, dismiss }: Ends): (result: SearchResult) => Promise<void> {
  const { user, signOut } = useSession();
  const navigate = useNavigate();
  const save = useSaveSettings();
  const dark = useScheme() === 'dark';
  return useCallback(
    async ({ to, state, action, recent }) => {
      const leaves = to !== undefined || action === 'signOut';
      if (leaves && !(await confirmDiscard())) return;
      if (recent !== undefined && action !== 'signOut') storeRecent(user.id, recent);
      if (leaves) leave();
      else dismiss();
      if (to !== undefined) await navigate(to, { state });
      else if (action === 'signOut') await signOut();
      else if (action === 'scheme') chooseScheme(dark ? 'light' : 'dark');
      else {
        const language = user.language === 'spanish' ? 'english' : 'spanish';
        await save({ ...settingsForm(user), language }).catch(
          () => void popup.oops(notice('settingsFailed')),
        );
      }
    },
    [user, signOut, navigate, save, dark, leave, dismiss],
  );
}
