import { Link } from 'react-router';
import { m } from '@/i18n';
import { useCloseOverlay } from '@/ui/navigation/closeOverlay';
import { Overlay } from '@/ui/overlays/Overlay';

import { HelpBrowser } from './HelpBrowser';
import { help, jobsHelp, topicIds, topics } from './topics';

const jobs = '/app/jobs';
const aboutJobs = topicIds.filter((id) => topics[id].group === 'jobs' || topics[id].group === 'orders');

/** `/app/jobs/help`: the help topics about jobs, over the list of jobs. */
export function JobsHelpOverlay() {
  const leave = useCloseOverlay();
  return (
    <Overlay
      title={m.help_jobsTitle()}
      onClose={() => leave(jobs)}
      size={1040}
      actions={<Link to={help}>{m.help_allHelp()}</Link>}
    >
      <HelpBrowser ids={aboutJobs} base={jobsHelp} />
    </Overlay>
  );
}
