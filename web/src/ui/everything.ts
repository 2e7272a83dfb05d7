/** What every screen but the first list stands on, all of it fetched once. */
import { loadRules } from '@/wasm/rules';

/** The rules, how the whole component library looks, and the typeface. */
export async function everything(): Promise<void> {
  await Promise.all([
    loadRules(),
    import('./mantineRest.css'),
    // It says where the typeface is. Nobody waits for that: until it comes, words stand in one of the device.
    import('@fontsource-variable/archivo/standard.css'),
  ]);
}
