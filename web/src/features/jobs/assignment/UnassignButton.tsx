import type { Job } from '@bindings';
import { Button } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { useState } from 'react';
import { runWithToast } from '@/components/feedback/runWithToast';
import { Permitted } from '@/components/permissions/Permitted';
import { m, notice } from '@/i18n';
import { useAssignment } from '@/queries/jobs/assignment';
import { confirm } from '@/ui/overlays/popups';
import { crewDisplay } from '@/wasm/rules';

/** Unassigns the job from a subcontractor or a custom crew, after a confirmation. Not shown for an unassigned job. */
export function UnassignButton({ job }: { job: Job }) {
  const { toNobody } = useAssignment(job);
  const [busy, setBusy] = useState(false);
  if (!job.isCustom && job.assignedToCompanyId === null) return null;
  const who = crewDisplay(job).crew ?? m.lanes_nameless();

  const confirmAndUnassign = async () => {
    const sure = await confirm({
      title: m.lanes_takeAsk({ title: job.title, who }),
      body: [!job.isCustom && m.jobs_takeBackTold(), m.jobs_takeBackThen()].filter(Boolean).join(' '),
      confirmLabel: m.lanes_takeYes(),
    });
    if (!sure) return;
    setBusy(true);
    await runWithToast(toNobody, notice('assignmentChanged'));
    setBusy(false);
  };

  return (
    <Permitted action="jobs.assign">
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconUserOff size={17} />}
        loading={busy}
        onClick={() => void confirmAndUnassign()}
      >
        {m.jobs_takeBack()}
      </Button>
    </Permitted>
  );
}
