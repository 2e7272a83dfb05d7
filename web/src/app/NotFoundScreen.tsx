import { Link } from 'react-router';
import { readToken } from '@/api/token';
import { m } from '@/i18n';

import { Nowhere } from './Nowhere';

/** An address that leads nowhere, and the way on. */
export function NotFoundScreen({ alone = false }: { alone?: boolean }) {
  const signedIn = readToken() !== null;
  return (
    <Nowhere alone={alone} title={m.shell_notFoundTitle()} body={m.shell_notFoundBody()}>
      <Link to={signedIn ? '/app/company' : '/'}>{signedIn ? m.shell_toCompany() : m.shell_toStart()}</Link>
    </Nowhere>
  );
}
