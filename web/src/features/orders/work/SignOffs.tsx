import type { SignOff, WorkOrder } from '@bindings';
import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconSignature,
} from '@tabler/icons-react';
import { QueuedBadge } from '@/components/offline/QueuedBadge';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { isOptimisticId, queuedId } from '@/queries/mutations/optimisticIds';
import { useQueued } from '@/queries/offline/outbox';
import { Avatar } from '@/ui/brand/Avatar';
import { dateTimeText } from '@/ui/dates/times';
import { usePhone } from '@/ui/theme/usePhone';

import styles from './SignOffs.module.css';
import { useSignOff } from './useSigning';

interface ButtonsProps {
  order: WorkOrder;
  /** On a phone the main action is in the action bar; the others stay in the panel. */
  verbs?: 'all' | 'main' | 'other';
}

/** 'Sign off', 'Sign again' if the items have changed, and 'Remove my sign-off'. */
export function SignButtons({ order, verbs = 'all' }: ButtonsProps) {
  const { mine, busy, run } = useSignOff(order);
  const shared = { size: 'md', disabled: busy, fullWidth: true } as const;
  const signing = mine === undefined || mine.changedSince;
  const removing = mine !== undefined && (mine.changedSince ? verbs !== 'main' : verbs !== 'other');
  return (
    <>
      {signing && verbs !== 'other' && (
        <Permitted action="workOrders.sign">
          <Button
            {...shared}
            leftSection={<IconSignature size={20} aria-hidden />}
            onClick={() => run('sign')}
          >
            {mine === undefined ? m.workOrders_sign() : m.workOrders_signAgain()}
          </Button>
        </Permitted>
      )}
      {removing && (
        <Permitted action="workOrders.sign">
          <Button {...shared} variant="default" onClick={() => run('unsign')}>
            {m.workOrders_unsign()}
          </Button>
        </Permitted>
      )}
    </>
  );
}

function Signature({ signOff }: { signOff: SignOff }) {
  const { user } = useSession();
  const zone = useCompanyZone();
  const { firstName, lastName, userId, signedAt, changedSince } = signOff;
  const phone = usePhone();
  const own = userId === user.id;
  const when = dateTimeText(signedAt, zone);
  const waiting = useQueued('sign').find(({ id }) => queuedId(id) === signOff.id);
  return (
    <li className={styles.person}>
      <Avatar person={{ ...signOff, id: userId ?? signOff.id }} size={36} />
      <div className="grow">
        <b>
          {firstName} {lastName}
        </b>
        {waiting !== undefined ? (
          <QueuedBadge entry={waiting} />
        ) : isOptimisticId(signOff.id) ? (
          <p className={styles.when}>{m.workOrders_signing()}</p>
        ) : (
          <p className={`num ${styles.when}`}>
            <time dateTime={signedAt}>{phone && !changedSince ? when : m.workOrders_signedAt({ when })}</time>
          </p>
        )}
        {changedSince && (
          <p className={styles.changed}>
            <b>{m.workOrders_changed()}.</b>{' '}
            {own ? m.workOrders_changedYou() : m.workOrders_changedOther({ name: firstName })}
          </p>
        )}
      </div>
      <span className={styles.state} data-changed={changedSince || undefined}>
        {changedSince ? (
          <IconAlertTriangle size={21} aria-hidden />
        ) : (
          <IconCircleCheckFilled size={21} aria-hidden />
        )}
        {phone && !changedSince && m.workOrders_signed()}
      </span>
    </li>
  );
}

/** The signatures of the order with their dates; the user is last until they have signed. */
export function SignOffs({ order }: { order: WorkOrder }) {
  const { user } = useSession();
  const phone = usePhone();
  const { signOffs } = order;
  const signed = signOffs.some(({ userId }) => userId === user.id);
  return (
    <section className={`card ${styles.panel}`} aria-labelledby="sign-offs">
      <h2 className={styles.heading}>
        <span id="sign-offs" className="grow">
          {m.workOrders_signOffs()}
        </span>
        <span className="num muted">{signOffs.length}</span>
      </h2>
      <ul className={styles.list}>
        {signOffs.map((signOff) => (
          <Signature key={signOff.id} signOff={signOff} />
        ))}
        {!signed && (
          <li className={styles.person}>
            <Avatar person={user} size={36} />
            <div className="grow">
              <b>
                {user.firstName} {user.lastName}
              </b>
              <p className={styles.when}>{m.workOrders_notSignedYou()}</p>
            </div>
            <IconCircleDashed size={21} className={styles.open} aria-hidden />
          </li>
        )}
      </ul>
      <div className={styles.buttons}>
        <SignButtons order={order} verbs={phone ? 'other' : 'all'} />
        {!phone && <p className={styles.hint}>{m.workOrders_unsignHint()}</p>}
      </div>
    </section>
  );
}
