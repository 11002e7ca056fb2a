import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';

interface PersonTabsProps {
  readonly username: string;
  /** The page that is shown. */
  readonly at: 'about' | 'media';
}

/** Pages of a performer, each a way to the others. */
export function PersonTabs({ username, at }: PersonTabsProps) {
  const { t } = useLingui();
  const current = (page: PersonTabsProps['at']) => (page === at ? 'page' : undefined);
  return (
    <nav className="tabs border-b border-line bg-n1" aria-label={t`Pages of the performer`}>
      <Link className="tab" to={`/${username}/bio`} aria-current={current('about')}>
        <Trans>About</Trans>
      </Link>
      <Link className="tab" to={`/${username}/media`} aria-current={current('media')} prefetch="intent">
        <Trans>Media</Trans>
      </Link>
      <Link className="tab" to={`/${username}`}>
        <Trans>Room</Trans>
      </Link>
    </nav>
  );
}
