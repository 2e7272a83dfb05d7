import { type ComponentType, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startLanguage } from '@/i18n/language';
import { applyScheme } from '@/ui/theme/colorScheme';

/** Renders the page when its chunk has loaded. */
export async function start(page: Promise<ComponentType>): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no #root');
  applyScheme();
  startLanguage();
  const Page = await page;
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  );
}
