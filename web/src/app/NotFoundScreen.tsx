import { Link } from 'react-router';
import { readToken } from '@/api/token';
import { m } from '@/i18n';

import { StatusPage } from './StatusPage';

/** Shown for an unknown address, with links to continue. */
export function NotFoundScreen({ alone = false }: { alone?: boolean }) {
  const signedIn = readToken() !== null;
  return (
    <StatusPage alone={alone} title={m.shell_notFoundTitle()} body={m.shell_notFoundBody()}>
      <Link to={signedIn ? '/app/company' : '/'}>{signedIn ? m.shell_toCompany() : m.shell_toStart()}</Link>
    </StatusPage>
  );
}
