import type { UserCard } from '@klieg/contract';
import { formatCount } from '@klieg/i18n';
import { Count } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';

interface PersonTabsProps {
  readonly user: Pick<UserCard, 'username' | 'fanclub'>;
  /** The page that is shown. */
  readonly at: 'about' | 'media' | 'club';
  /** How many media there are; absent where the page does not know. */
  readonly media?: number | undefined;
  /** How many have rated; absent where the page does not know. */
  readonly ratings?: number | undefined;
}

/** The count; nothing if unknown or zero. */
function Counted({ count = 0 }: { readonly count?: number | undefined }) {
  const { i18n } = useLingui();
  return count > 0 && <Count>{formatCount(count, i18n.locale)}</Count>;
}

/** Pages of a performer and parts of the bio, each a way to the others; one of the fan club where there is one. */
export function PersonTabs({ user, at, media, ratings }: PersonTabsProps) {
  const { username, fanclub: hasClub } = user;
  const { t } = useLingui();
  const current = (page: PersonTabsProps['at']) => (page === at ? 'page' : undefined);
  return (
    <nav
      className="tabs border-b border-line bg-n1 px-1 max-tablet:px-0"
      aria-label={t`Pages of the performer`}
    >
      <Link className="tab" to={`/${username}/bio`} aria-current={current('about')} prefetch="intent">
        <Trans>About</Trans>
      </Link>
      <Link className="tab" to={`/${username}/media`} aria-current={current('media')} prefetch="intent">
        <Trans>Media</Trans>
        <Counted count={media} />
      </Link>
      {hasClub && (
        <Link className="tab" to={`/${username}/fanclub`} aria-current={current('club')} prefetch="intent">
          <Trans>Fan club</Trans>
        </Link>
      )}
      <Link className="tab" to={`/${username}/bio#ratings`} prefetch="intent">
        <Trans>Ratings</Trans>
        <Counted count={ratings} />
      </Link>
      <Link className="tab" to={`/${username}/bio#schedule`} prefetch="intent">
        <Trans>Schedule</Trans>
      </Link>
      <Link className="tab" to={`/${username}`}>
        <Trans>Room</Trans>
      </Link>
    </nav>
  );
}
