import '@/ui/mantineFirst.css';

import { MantineProvider } from '@mantine/core';
import { DatesProvider } from '@mantine/dates';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { locale, useLanguage } from '@/i18n';
import { behind } from '@/ui/behind';
import { KeptPage } from '@/ui/keptPlace';
import { useScheme } from '@/ui/scheme';
import { cssVariables, theme } from '@/ui/theme';

import { queries } from './arrival';
import { Behind } from './Behind';

// Nothing is to be said or asked before there is more than a first list.
const PopupHost = behind(async () => (await import('@/ui/PopupHost')).PopupHost);
const ToastHost = behind(async () => (await import('@/ui/toasts')).ToastHost);

/** What every page but the public ones stands in: components, queries, popups and toasts. */
export function AppFrame() {
  const scheme = useScheme();
  const spoken = useLanguage();
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme={scheme}>
      <DatesProvider settings={{ locale: locale(spoken), firstDayOfWeek: 0 }}>
        <QueryClientProvider client={queries}>
          <KeptPage />
          <Behind />
          <Outlet />
          <ToastHost />
          <PopupHost />
        </QueryClientProvider>
      </DatesProvider>
    </MantineProvider>
  );
}
