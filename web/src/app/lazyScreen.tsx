/** Screens that load when they are first visited, and speak the language of the page. */
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { useLanguage } from '@/i18n';
import { everything } from '@/ui/everything';
import { isListAwaited } from '@/wasm/firstList';

/** Draws a screen anew when the language changes, without losing what was typed in it. */
export function speaking(Screen: ComponentType): ComponentType {
  return function Speaking() {
    useLanguage();
    return <Screen />;
  };
}

/** A screen that is fetched when its address is first visited, with what it stands on. */
export const screen = (
  find: () => Promise<ComponentType>,
  ground: () => Promise<void> = everything,
): Pick<RouteObject, 'lazy'> => ({
  lazy: async () => {
    const [Screen] = await Promise.all([find(), ground()]);
    // With it come parts of its own.
    await ground();
    return { Component: speaking(Screen) };
  },
});

/** For pages outside of the frame. */
export const bare = () => Promise.resolve();

/** For the frame and the list: neither waits for more than the list needs, where somebody waits for that. */
export const list = async (): Promise<void> => {
  if (!isListAwaited()) await everything();
};
