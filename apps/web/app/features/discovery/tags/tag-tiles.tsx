import { formatCount } from '@klieg/i18n';
import { useLingui } from '@lingui/react/macro';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import type { ListedTag } from './tag-list.ts';

export interface TagTilesProps {
  readonly tags: readonly ListedTag[];
  /** The largest count on the page: the length of a full bar. */
  readonly most: number;
}

/** Tags as tiles: a bar for all performers with the tag, its lit part for live ones. */
export function TagTiles({ tags, most }: TagTilesProps) {
  const { t, i18n } = useLingui();
  return (
    <ul className="tag-tiles">
      {tags.map(({ slug, name, url, count, live }) => {
        const [liveText, countText] = [formatCount(live, i18n.locale), formatCount(count, i18n.locale)];
        const bar = { '--all': `${(count / most) * 100}%`, '--lit': `${(live / most) * 100}%` };
        return (
          <li key={slug}>
            <Link
              className="tag-tile"
              to={url}
              data-tag={slug}
              aria-label={t`${name}: ${liveText} live of ${countText}`}
              prefetch="intent"
            >
              <span className="tag-tile-name">{name}</span>
              <span className="tag-counts figure small">
                {live > 0 && <b>{liveText}</b>} {countText}
              </span>
              <span className="tag-bar" style={bar as CSSProperties} />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
