import type { ImageId, JobImage, SetImagePair } from '@bindings';

/** The photos after a change of their pairs: both photos of a new pair leave the pairs that they were in. */
export function withPair(images: readonly JobImage[], { imageId, beforeId }: SetImagePair): JobImage[] {
  const touched: readonly (ImageId | null)[] = [imageId, beforeId];
  return images.map((image) => {
    if (image.id === imageId) return { ...image, beforeId };
    const wasTouched = beforeId !== null && touched.includes(image.id);
    return wasTouched || (image.beforeId !== null && touched.includes(image.beforeId))
      ? { ...image, beforeId: null }
      : image;
  });
}

/** Two photos of the same place. */
export interface ImagePair {
  before: JobImage;
  after: JobImage;
}

/** The pairs of a job, in the order of the photos of after. */
export function imagePairs(images: readonly JobImage[]): ImagePair[] {
  const byId = new Map(images.map((image) => [image.id, image]));
  return images.flatMap((after) => {
    const before = after.beforeId === null ? undefined : byId.get(after.beforeId);
    return before === undefined ? [] : [{ before, after }];
  });
}
