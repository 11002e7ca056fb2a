import type { UserCard } from '@klieg/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';

interface PersonTabsProps {
  readonly user: Pick<UserCard, 'username' | 'fanclub'>;
  /** The page that is shown. */
  readonly at: 'about' | 'media' | 'club';
}

/** Pages of a performer, each a way to the others; one of the fan club where there is one. */
export function PersonTabs({ user: { username, fanclub: hasClub }, at }: PersonTabsProps) {
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
      </Link>
      {hasClub && (
        <Link className="tab" to={`/${username}/fanclub`} aria-current={current('club')} prefetch="intent">
          <Trans>Fan club</Trans>
        </Link>
      )}
      <Link className="tab" to={`/${username}`}>
        <Trans>Room</Trans>
      </Link>
    </nav>
  );
}
