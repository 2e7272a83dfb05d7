/** Screens that load when they are first visited, and speak the language of the page. */
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { useLanguage } from '@/i18n';

/** Draws a screen anew when the language changes, without losing what was typed in it. */
export function speaking(Screen: ComponentType): ComponentType {
  return function Speaking() {
    useLanguage();
    return <Screen />;
  };
}

/** A screen that is fetched when its address is first visited. */
export const screen = (find: () => Promise<ComponentType>): Pick<RouteObject, 'lazy'> => ({
  lazy: async () => ({ Component: speaking(await find()) }),
});
