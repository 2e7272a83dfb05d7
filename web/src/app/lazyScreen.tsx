/** Screens that load when they are first visited, and speak the language of the page. */
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { useLanguage } from '@/i18n';
import { loadAppResources } from '@/ui/loading/appResources';
import { isFirstListPending } from '@/wasm/firstListPaint';

/** Draws a screen anew when the language changes, without losing what was typed in it. */
export function withLanguage(Screen: ComponentType): ComponentType {
  return function Speaking() {
    useLanguage();
    return <Screen />;
  };
}

/** A screen whose chunk loads when its address is first visited, together with the resources it needs. */
export const lazyScreen = (
  find: () => Promise<ComponentType>,
  ground: () => Promise<void> = loadAppResources,
): Pick<RouteObject, 'lazy'> => ({
  lazy: async () => {
    const [Screen] = await Promise.all([find(), ground()]);
    // The chunk may have registered deferred parts of its own.
    await ground();
    return { Component: withLanguage(Screen) };
  },
});

/** For pages outside of the frame. */
export const noResources = () => Promise.resolve();

/** For the shell and the list: while the first list is pending, they wait for nothing else. */
export const listResources = async (): Promise<void> => {
  if (!isFirstListPending()) await loadAppResources();
};
