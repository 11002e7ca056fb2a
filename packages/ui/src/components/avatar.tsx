import { useState } from 'react';
import { whenFailedBefore } from './failed-picture.ts';
import { joinClasses } from './join-classes.ts';

export interface AvatarProps {
  readonly src: string | null | undefined;
  /** Whose picture it is; its first letter stands in when there is none or it fails. */
  readonly name: string;
  readonly size?: 24 | 32 | 40 | 48;
  readonly square?: boolean;
}

/** A person's picture; decorative, since the name stands beside it. */
export function Avatar({ src, name, size = 32, square }: AvatarProps) {
  const [failed, setFailed] = useState<string>();
  const hasPicture = src && failed !== src;
  return (
    <span className={joinClasses('avatar', size !== 32 && `avatar-${size}`, square && 'avatar-square')}>
      {hasPicture ? (
        <img
          ref={whenFailedBefore(() => setFailed(src))}
          src={src}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          onError={() => setFailed(src)}
        />
      ) : (
        <span className="avatar-initial" aria-hidden="true">
          {[...name][0]?.toUpperCase()}
        </span>
      )}
    </span>
  );
}
