import type { MediaItem } from '@klieg/contract';
import { Icon, Picture } from '@klieg/ui';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useMember } from '#app/shared/me/me-store.ts';
import { holdingOf } from '../media-rules.ts';
import { MediaLength, MediaMark, MediaPrice } from '../media-words.tsx';

const NONE: readonly number[] = [];

export interface MediaCardProps {
  readonly media: MediaItem;
  /** Above the fold: the picture is fetched at once. */
  readonly eager?: boolean;
  /** The performer's name is already above all of them. */
  readonly hasNoName?: boolean;
  /** Of a playlist, which the page of the item then shows. */
  readonly playlist?: number | undefined;
  /** Its actions, below. */
  readonly end?: ReactNode;
}

/** A video or a set of pictures: its cover, whose it is, and what it costs or that one has it. */
export function MediaCard({ media, eager = false, hasNoName = false, playlist, end }: MediaCardProps) {
  const [failed, setFailed] = useState(false);
  const holding = holdingOf(media, useMember()?.media_ids ?? NONE);
  const to = playlist === undefined ? media.url : `${media.url}?playlist=${playlist}`;
  return (
    <article className="card media-card">
      <Link to={to} discover="none">
        <div className="picture">
          {failed ? (
            <span className="picture-missing">
              <Icon name={media.type_id === 1 ? 'image' : 'film-strip'} size={22} />
            </span>
          ) : (
            <Picture
              src={media.thumbnail_url}
              sizes="(max-width: 720px) 50vw, 260px"
              width={320}
              height={180}
              eager={eager}
              onFail={() => setFailed(true)}
            />
          )}
          <MediaMark media={media} holding={holding} isNew={media.is_new} />
          <span className="pill media-length">
            <MediaLength media={media} />
          </span>
        </div>
        <div className="strip">
          <div className="strip-line">
            <span className="strip-name">{media.name}</span>
          </div>
          <div className="strip-line">
            <span className="strip-tags">{hasNoName ? '' : media.user_display_name}</span>
            <MediaPrice media={media} holding={holding} />
          </div>
        </div>
      </Link>
      {end}
    </article>
  );
}

/** A grid of them. */
export function MediaGrid({ children }: { readonly children: ReactNode }) {
  return <div className="media-grid">{children}</div>;
}
