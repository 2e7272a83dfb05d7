import '@/ui/theme/mantineCritical.css';

import { MantineProvider } from '@mantine/core';
import { DatesProvider } from '@mantine/dates';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { locale, useLanguage } from '@/i18n';
import { deferred } from '@/ui/loading/deferred';
import { PageScrollRestoration } from '@/ui/navigation/scrollRestoration';
import { useScheme } from '@/ui/theme/colorScheme';
import { cssVariables, theme } from '@/ui/theme/theme';
import { DeferredLoader } from './DeferredLoader';
import { queryClient } from './prefetchAccount';

// Popups and toasts are not needed before the first list is shown.
const BackGuard = deferred(async () => (await import('@/ui/overlays/BackGuard')).BackGuard);
const PopupHost = deferred(async () => (await import('@/ui/overlays/PopupHost')).PopupHost);
const ToastHost = deferred(async () => (await import('@/ui/overlays/toasts')).ToastHost);

/** The providers of every page but the public ones: component library, queries, popups and toasts. */
export function AppFrame() {
  const scheme = useScheme();
  const spoken = useLanguage();
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme={scheme}>
      <DatesProvider settings={{ locale: locale(spoken), firstDayOfWeek: 0 }}>
        <QueryClientProvider client={queryClient}>
          <PageScrollRestoration />
          <DeferredLoader />
          <Outlet />
          <BackGuard />
          <ToastHost />
          <PopupHost />
        </QueryClientProvider>
      </DatesProvider>
    </MantineProvider>
  );
}
