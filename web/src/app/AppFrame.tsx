import '@/ui/mantineFirst.css';
import 'dayjs/locale/es';

import { MantineProvider } from '@mantine/core';
import { DatesProvider } from '@mantine/dates';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { locale, useLanguage } from '@/i18n';
import { KeptPage } from '@/ui/keptPlace';
import { PopupHost } from '@/ui/PopupHost';
import { useScheme } from '@/ui/scheme';
import { cssVariables, theme } from '@/ui/theme';
import { ToastHost } from '@/ui/toasts';

import { queries } from './arrival';
import { Behind } from './Behind';

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
