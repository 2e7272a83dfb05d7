import { Link } from 'react-router';
import { m } from '@/i18n';
import { BannerLine } from '@/ui/BannerLine';

import { latest } from './latestTabs';

/** One line under the bar that leads to the news. When it shows is decided by `useWhatsNew`. */
export const WhatsNewBanner = ({ onDismiss }: { onDismiss: () => void }) => (
  <BannerLine title={m.latest_whatsNew()} onDismiss={onDismiss}>
    <span>{m.latest_headline()}</span> <Link to={latest}>{m.latest_readMore()}</Link>
  </BannerLine>
);
