/** What jsdom lacks to draw windowed lists. */
import { vi } from 'vitest';

/** jsdom lays nothing out; a window of no height would hold no rows. */
export function stubLayout(): void {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(900);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(44);
}
