import type { MediaItem } from '@klieg/contract';
import { formatCount } from '@klieg/i18n';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { MediaCard } from './media-card.tsx';
import '../media-library.css';

/** A performer's newest media in one row, and a link to all of them. */
export function MediaPreview({
  username,
  media,
  total,
}: {
  readonly username: string;
  readonly media: readonly MediaItem[];
  readonly total: number;
}) {
  const { i18n } = useLingui();
  const count = formatCount(total, i18n.locale);
  return (
    <section className="module">
      <div className="module-head">
        <h2 className="label">
          <Trans>Media</Trans>
        </h2>
        <Link className="module-more" to={`/${username}/media`} prefetch="intent">
          <Trans>All {count}</Trans>
        </Link>
      </div>
      <div className="media-grid media-grid-4">
        {media.map((one) => (
          <MediaCard key={one.id} media={one} hasNoName />
        ))}
      </div>
    </section>
  );
}
