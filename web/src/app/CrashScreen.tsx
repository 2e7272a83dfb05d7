import { isRouteErrorResponse, useRouteError } from 'react-router';
import { m, useLanguage } from '@/i18n';

import { Nowhere } from './Nowhere';

/** A screen that broke, or that could not be fetched because the app was updated meanwhile. */
export function CrashScreen({ alone = false }: { alone?: boolean }) {
  const error = useRouteError();
  useLanguage();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <Nowhere
      alone={alone}
      title={missing ? m.shell_notFoundTitle() : m.shell_crashTitle()}
      body={m.shell_crashBody()}
    >
      <button type="button" onClick={() => window.location.reload()}>
        {m.shell_reload()}
      </button>
      <a href="/">{m.shell_toStart()}</a>
    </Nowhere>
  );
}
