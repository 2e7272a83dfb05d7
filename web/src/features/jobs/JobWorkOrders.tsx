import type { Job, SignOff, WorkOrder } from '@bindings';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ApiFailure } from '@/api/client';
import { m, notice } from '@/i18n';
import { useSession } from '@/session/session';
import { useWorkOrderChanges, useWorkOrders } from '@/session/workOrders';
import { Avatar } from '@/ui/Avatar';
import { Permitted } from '@/ui/Permitted';
import { confirm, popup } from '@/ui/popups';
import { useUnsaved } from '@/ui/unsaved';
import { useRulesForm } from '@/ui/useRulesForm';
import { checkOrderTitle, defaultTitle } from '@/wasm/rules';

import { figures, heads, Orders } from './JobOrders';
import styles from './JobWorkOrders.module.css';

interface NewOrderProps {
  job: Job;
  /** What the title is until something else is typed. */
  preset: string;
}

/** The line that creates an order, with the title it would get anyway. It opens once the server has it. */
function NewOrder({ job, preset }: NewOrderProps) {
  const { language, whyNot } = useSession();
  const { create } = useWorkOrderChanges(job.id);
  const navigate = useNavigate();
  const reason = whyNot('workOrders.create');
  const form = useRulesForm({
    initial: { title: preset },
    check: (typed) => checkOrderTitle(typed, language),
    submit: async ({ title }) => {
      const { id } = await create(title);
      form.reset();
      await navigate(`/app/work_order/${id}`);
    },
  });
  useUnsaved(form.dirty || form.busy);
  // Another order may come meanwhile. What was typed stays.
  const [followed, follow] = useState(preset);
  if (followed !== preset && !form.dirty && !form.busy) {
    follow(preset);
    form.reset({ title: preset });
  }
  return (
    <form {...form.form} className={styles.create}>
      <TextInput
        label={m.workOrders_new()}
        className={styles.title ?? ''}
        autoComplete="off"
        disabled={reason !== null}
        readOnly={form.busy}
        {...form.field('title')}
      />
      <Permitted action="workOrders.create">
        <Button
          type="submit"
          variant="default"
          leftSection={<IconPlus size={17} aria-hidden />}
          loading={form.busy}
        >
          {m.workOrders_create()}
        </Button>
      </Permitted>
    </form>
  );
}

const Signer = ({ signOff }: { signOff: SignOff }) => (
  <span className={styles.signer}>
    <Avatar person={{ ...signOff, id: signOff.userId }} size={24} />
    <span>
      {signOff.firstName} {signOff.lastName}
    </span>
    {signOff.changedSince && (
      <span className={styles.changed}>
        <IconAlertTriangle size={15} aria-hidden />
        {m.workOrders_changed()}
      </span>
    )}
  </span>
);

/** Deletes an order after a question that names it. */
function DeleteButton({ order }: { order: WorkOrder }) {
  const { remove } = useWorkOrderChanges(order.jobId);
  const { title } = order;
  const ask = async () => {
    const sure = await confirm({
      body: (
        <>
          {m.workOrders_deleteSure({ title })} {notice('cannotRevert')}
        </>
      ),
      confirmLabel: notice('yesRemove'),
      danger: true,
    });
    if (!sure) return;
    try {
      await remove(order.id);
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      void popup.oops(failure.message);
    }
  };
  return (
    <Permitted action="workOrders.delete">
      <ActionIcon aria-label={m.workOrders_deleteNamed({ title })} onClick={() => void ask()}>
        <IconTrash size={17} aria-hidden />
      </ActionIcon>
    </Permitted>
  );
}

function Row({ order, own }: { order: WorkOrder; own: boolean }) {
  return (
    <tr>
      <th scope="row">
        <Link to={`/app/work_order/${order.id}`} className="tableLink">
          {order.title}
        </Link>
      </th>
      {figures(order, order.orderItems.length)}
      <td className={styles.signers}>
        {order.signOffs.length === 0 ? (
          <span className="dim">{m.jobs_notSigned()}</span>
        ) : (
          order.signOffs.map((signOff) => <Signer key={signOff.userId} signOff={signOff} />)
        )}
      </td>
      <td className={styles.actions}>
        <Button component={Link} to={`/app/work_order/${order.id}`} variant="default" size="compact-md">
          {m.workOrders_open()}
        </Button>
        {own && <DeleteButton order={order} />}
      </td>
    </tr>
  );
}

/** The work orders of a job with their totals, and who signed them; the contractor's admins make and delete them. */
export function JobWorkOrders({ job }: { job: Job }) {
  const { company } = useSession();
  const orders = useWorkOrders(job.id);
  const own = company.companyType === 'contractor';
  const titles = orders.data?.map(({ title }) => title);
  const preset = titles === undefined ? undefined : defaultTitle(job.jobNumber, titles);
  return (
    <div className={styles.tab}>
      {own && preset !== undefined && <NewOrder job={job} preset={preset} />}
      <Orders<WorkOrder> orders={orders} none={m.jobs_noWorkOrders()} noneHint={m.jobs_noWorkOrdersHint()}>
        {(all) => (
          <table className={`table ${styles.table}`}>
            <thead>
              <tr>
                <th scope="col">{m.jobs_orderTitle()}</th>
                {heads()}
                <th scope="col">{m.jobs_signedBy()}</th>
                <th scope="col">
                  <span className="spoken">{m.workOrders_open()}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {all.map((order) => (
                <Row key={order.id} order={order} own={own} />
              ))}
            </tbody>
          </table>
        )}
      </Orders>
    </div>
  );
}
