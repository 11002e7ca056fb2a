import type { ReactNode } from 'react';
import { whenFailedBefore } from './failed-picture.ts';

/** One picture in several widths, as two sets for `srcset`. */
export interface PictureSources {
  readonly webp: string;
  readonly jpeg: string;
}

export interface PictureProps {
  readonly src: string;
  /** Absent for a picture that has one width only. */
  readonly sources?: PictureSources | undefined;
  /** How wide it is shown, as `sizes` says it. */
  readonly sizes: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Above the fold: fetched at once and before others. */
  readonly eager?: boolean;
  readonly onFail?: (() => void) | undefined;
  readonly className?: string;
  readonly isDim?: boolean;
}

/** A decorative picture in the width that the screen needs, as WebP where the browser knows it. */
export function Picture(props: PictureProps): ReactNode {
  const { src, sources, sizes, width, height, eager, onFail, className, isDim } = props;
  const image = (
    <img
      ref={whenFailedBefore(onFail)}
      className={className}
      data-dim={isDim}
      srcSet={sources?.jpeg}
      sizes={sources && sizes}
      src={src}
      alt=""
      width={width}
      height={height}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      onError={onFail}
    />
  );
  if (!sources) return image;
  return (
    <picture className="contents">
      <source type="image/webp" srcSet={sources.webp} sizes={sizes} />
      {image}
    </picture>
  );
}
