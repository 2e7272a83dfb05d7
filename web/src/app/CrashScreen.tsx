import { isRouteErrorResponse, useRouteError } from 'react-router';
import { readToken } from '@/api/token';
import { m, useLanguage } from '@/i18n';

import { StatusPage } from './StatusPage';

/** Shown when a screen crashed, or could not be loaded because the app was updated meanwhile. */
export function CrashScreen({ alone = false }: { alone?: boolean }) {
  const error = useRouteError();
  useLanguage();
  const signedIn = readToken() !== null;
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <StatusPage
      alone={alone}
      title={missing ? m.shell_notFoundTitle() : m.shell_crashTitle()}
      body={m.shell_crashBody()}
    >
      <button type="button" onClick={() => window.location.reload()}>
        {m.shell_reload()}
      </button>
      {/* A full page load: the cause may lie deeper than this screen. */}
      <a href={signedIn ? '/app/company' : '/'}>{signedIn ? m.shell_toCompany() : m.shell_toStart()}</a>
    </StatusPage>
  );
}
