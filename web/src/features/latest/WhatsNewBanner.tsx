import { Link } from 'react-router';
import { m } from '@/i18n';
import { Banner } from '@/ui/feedback/Banner';

import { latestPath } from './latestTabs';

/** A banner that links to the release notes. `useWhatsNew` decides when it is shown. */
export const WhatsNewBanner = ({ onDismiss }: { onDismiss: () => void }) => (
  <Banner title={m.latest_whatsNew()} onDismiss={onDismiss}>
    <span>{m.latest_headline()}</span> <Link to={latestPath}>{m.latest_readMore()}</Link>
  </Banner>
);
