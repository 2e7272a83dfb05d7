import { type ReactEventHandler, useCallback } from 'react';

interface ImagePreviewProps {
  file: File;
  alt: string;
  onLoad?: ReactEventHandler<HTMLImageElement>;
}

/** A picture that only this device has. */
export function ImagePreview({ file, alt, onLoad }: ImagePreviewProps) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(file);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [file],
  );
  return <img ref={show} alt={alt} onLoad={onLoad} />;
}
