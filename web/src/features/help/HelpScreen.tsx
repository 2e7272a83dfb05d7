import { m } from '@/i18n';
import { PageTitle } from '@/ui/layout/PageTitle';
import styles from './Help.module.css';
import { HelpBrowser } from './HelpBrowser';
import { help, topicIds } from './topics';

/** `/app/help`: what Ridgeline does and how, by topic. */
export function HelpScreen() {
  return (
    <div className={`page ${styles.page}`}>
      <PageTitle title={m.help_title()} />
      <HelpBrowser ids={topicIds} base={help} />
    </div>
  );
}
