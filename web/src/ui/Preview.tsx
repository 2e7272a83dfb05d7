import { type ReactEventHandler, useCallback } from 'react';

interface PreviewProps {
  file: File;
  alt: string;
  onLoad?: ReactEventHandler<HTMLImageElement>;
}

/** A picture that only this device has. */
export function Preview({ file, alt, onLoad }: PreviewProps) {
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
