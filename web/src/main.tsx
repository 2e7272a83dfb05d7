import '@fontsource-variable/archivo/standard.css';
import '@/ui/tokens.css';
import '@/ui/base.css';

import { type ComponentType, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startLanguage } from '@/i18n';
import { followScheme } from '@/ui/scheme';

/** The start page comes alone: it needs neither router nor components nor rules, and is read on slow phones. */
async function firstPage(): Promise<ComponentType> {
  if (window.location.pathname === '/')
    return (await import('@/features/landing/LandingScreen')).LandingScreen;
  // The app draws nothing without the rules; their route asks again, and says so when they do not come.
  void import('@/wasm/rules').then(({ loadRules }) => loadRules()).catch(() => undefined);
  return (await import('@/app/App')).App;
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no #root');
  followScheme();
  startLanguage();
  const Page = await firstPage();
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  );
}

void start();
