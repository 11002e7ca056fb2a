import { useState } from 'react';
import { whenFailedBefore } from './failed-picture.ts';
import { Icon } from './icon.tsx';
import { joinClasses } from './join-classes.ts';

export interface ContentImageProps {
  readonly src: string;
  /** What it shows; empty where the text beside it says so. */
  readonly alt: string;
  readonly className?: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly lazy?: boolean;
}

/** A picture that is part of the content; if it fails, a drawn placeholder with the same words replaces it. */
export function ContentImage({ src, alt, className, width, height, lazy }: ContentImageProps) {
  const [failed, setFailed] = useState<string>();
  const onFail = () => setFailed(src);
  if (failed === src)
    return (
      <span
        className={joinClasses('image-missing', className)}
        {...(alt && { role: 'img', 'aria-label': alt })}
      >
        <Icon name="image" size={22} />
      </span>
    );
  return (
    <img
      ref={whenFailedBefore(onFail)}
      className={className}
      src={src}
      alt={alt}
      width={width}
      height={height}
      loading={lazy ? 'lazy' : 'eager'}
      onError={onFail}
    />
  );
}
