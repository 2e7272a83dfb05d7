import { Button } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { m } from '@/i18n';
import { PageTitle } from '@/ui/layout/PageTitle';
import { lazyPart } from '@/ui/loading/lazyPart';
import { usePhone } from '@/ui/theme/usePhone';
import styles from './Help.module.css';
import { HelpBrowser } from './HelpBrowser';
import { help, topicIds } from './topics';

const KeyboardSheet = lazyPart(async () => (await import('./KeyboardSheet')).KeyboardSheet);

/** `/app/help`: what Ridgeline does and how, by topic. */
export function HelpScreen() {
  const phone = usePhone();
  const [keys, setKeys] = useState(false);
  const shortcuts = (
    <Button
      variant="default"
      leftSection={<IconKeyboard size={18} aria-hidden />}
      aria-keyshortcuts="?"
      onClick={() => setKeys(true)}
    >
      {m.keys_title()}
    </Button>
  );
  return (
    <div className={`page ${styles.page}`}>
      <PageTitle title={m.help_title()} actions={phone ? undefined : shortcuts} />
      <HelpBrowser ids={topicIds} base={help} />
      {keys && (
        <Suspense fallback={null}>
          <KeyboardSheet onClose={() => setKeys(false)} />
        </Suspense>
      )}
    </div>
  );
}
