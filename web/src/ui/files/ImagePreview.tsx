import { type ComponentProps, useCallback } from 'react';

interface ImagePreviewProps extends Omit<ComponentProps<'img'>, 'src' | 'ref'> {
  file: File;
  alt: string;
}

/** A picture that is only on this device. */
export function ImagePreview({ file, alt, ...rest }: ImagePreviewProps) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(file);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [file],
  );
  return <img ref={show} alt={alt} {...rest} />;
}
