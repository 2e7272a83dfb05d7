import type { Page } from '@playwright/test';

/** A unique picture, like a photo of a phone. */
export const photo = async (page: Page) =>
  Buffer.from(
    await page.evaluate(() => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [800, 600];
      const pen = canvas.getContext('2d');
      if (pen === null) throw new Error('no canvas');
      pen.fillStyle = `hsl(${Math.random() * 360} 40% 50%)`;
      pen.fillRect(0, 0, 800, 600);
      return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
    }),
    'base64',
  );
