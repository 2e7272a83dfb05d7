/** Screens that load when they are first visited, in the language of the page. */
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { useLanguage } from '@/i18n';
import { loadAppResources } from '@/ui/loading/appResources';
import { isFirstListPending } from '@/wasm/firstListPaint';

/** Renders a screen again when the language changes, without losing typed input. */
export function withLanguage(Screen: ComponentType): ComponentType {
  return function Localized() {
    useLanguage();
    return <Screen />;
  };
}

/** A screen whose chunk loads when its address is first visited, together with the resources it needs. */
export const lazyScreen = (
  loadComponent: () => Promise<ComponentType>,
  loadResources: () => Promise<void> = loadAppResources,
): Pick<RouteObject, 'lazy'> => ({
  lazy: async () => {
    const [Screen] = await Promise.all([loadComponent(), loadResources()]);
    // The chunk may have registered more deferred parts.
    await loadResources();
    return { Component: withLanguage(Screen) };
  },
});

/** For pages outside of the frame. */
export const noResources = () => Promise.resolve();

/** For the shell and the list: while the first list is pending, they do not wait for the other resources. */
export const listResources = async (): Promise<void> => {
  if (!isFirstListPending()) await loadAppResources();
};
