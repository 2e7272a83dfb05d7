import { type ComponentType, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startLanguage } from '@/i18n/language';
import { followScheme } from '@/ui/scheme';

/** Draws the page when it is here. What this stands on is fetched beside it. */
export async function start(page: Promise<ComponentType>): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no #root');
  followScheme();
  startLanguage();
  const Page = await page;
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  );
}
