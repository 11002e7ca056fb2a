import { useState } from 'react';
import { joinClasses } from './join-classes.ts';
import { Picture, type PictureSources } from './picture.tsx';

export interface AvatarProps {
  readonly src: string | null | undefined;
  /** The same picture in several widths. */
  readonly sources?: PictureSources | undefined;
  /** The person shown; the first letter is the fallback when the picture is missing or fails. */
  readonly name: string;
  readonly size?: 24 | 32 | 40 | 48 | 72;
  readonly square?: boolean;
}

/** A person's picture; decorative, since the name is beside it. */
export function Avatar({ src, sources, name, size = 32, square }: AvatarProps) {
  const [failed, setFailed] = useState<string>();
  const hasPicture = src && failed !== src;
  return (
    <span className={joinClasses('avatar', size !== 32 && `avatar-${size}`, square && 'avatar-square')}>
      {hasPicture ? (
        <Picture
          src={src}
          sources={sources}
          sizes={`${size}px`}
          width={size}
          height={size}
          onFail={() => setFailed(src)}
        />
      ) : (
        <span className="avatar-initial" aria-hidden="true">
          {[...name][0]?.toUpperCase()}
        </span>
      )}
    </span>
  );
}
