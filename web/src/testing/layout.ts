/** The layout that jsdom lacks and windowed lists need. */
import { vi } from 'vitest';

/** jsdom computes no layout; a window without height would show no rows. */
export function stubLayout(): void {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(900);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(44);
}
