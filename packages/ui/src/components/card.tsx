import type { ReactNode } from 'react';
import { cssValue } from './bar.tsx';
import { joinClasses } from './join-classes.ts';
import { Icon } from './icon.tsx';
import { Picture, type PictureSources } from './picture.tsx';
import type { RoomLook } from './state-badge.tsx';
import { StateBadge } from './state-badge.tsx';

export interface CardPictureProps {
  readonly look: RoomLook;
  readonly src: string | null;
  /** The same picture in several widths. */
  readonly sources?: PictureSources | undefined;
  /** How wide it is shown, as `sizes` says it; absent for one of the usual cards of a list. */
  readonly sizes?: string | undefined;
  readonly eager?: boolean;
  readonly onFail?: () => void;
  readonly badge?: ReactNode;
  /** Sound level in percent; shown only where it is real. */
  readonly soundPercent?: number;
}

/** Never less than is shown: a browser would take the moving picture of the card for a larger one that came late. */
const SIZES = '(max-width: 720px) 50vw, (max-width: 1180px) 25vw, 18vw';

/** Picture of a live card, 16 by 9, the badge flush in its corner; decorative, since the name is below. */
export function CardPicture({
  look,
  src,
  sources,
  sizes,
  eager,
  onFail,
  badge,
  soundPercent,
}: CardPictureProps) {
  return (
    <div className={joinClasses('picture', look === 'offline' && 'picture-off')}>
      {src ? (
        <Picture
          src={src}
          sources={sources}
          sizes={sizes ?? SIZES}
          width={320}
          height={180}
          eager={eager ?? false}
          onFail={onFail}
        />
      ) : (
        <span className="picture-missing">
          <Icon name={look === 'offline' ? 'user' : 'wifi-slash'} size={22} />
        </span>
      )}
      <StateBadge look={look}>{badge}</StateBadge>
      {soundPercent !== undefined && <span className="sound-meter" style={cssValue(`${soundPercent}%`)} />}
    </div>
  );
}

export interface CardStripProps {
  readonly look: RoomLook;
  readonly name: ReactNode;
  readonly language?: ReactNode;
  /** Second line: viewers, tags, price. */
  readonly children?: ReactNode;
}

/** The under-monitor strip with its tally line in the state's colour. */
export function CardStrip({ look, name, language, children }: CardStripProps) {
  return (
    <div className={`strip strip-${look}`}>
      <div className="strip-line">
        <span className="strip-name">{name}</span>
        {language && <span className="language">{language}</span>}
      </div>
      <div className="strip-line">{children}</div>
    </div>
  );
}

/** A card in waiting: the same box as the content. */
export function CardSkeleton() {
  return (
    <div className="card" aria-hidden="true">
      <div className="skeleton aspect-video" />
      <div className="strip">
        <div className="skeleton my-1 h-3 w-3/5" />
        <div className="skeleton my-1 h-3 w-11/12" />
      </div>
    </div>
  );
}
