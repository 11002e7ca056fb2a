import { Icon } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { Link, useLocation } from 'react-router';

/** Opens the swipe feed over the page; for phones. The way back closes it. */
export function SwipeLink() {
  const { pathname, search } = useLocation();
  return (
    <Link
      className="chip"
      to={{ pathname, search, hash: '#swipe' }}
      state={{ isOpened: true }}
      preventScrollReset
    >
      <Icon name="film-strip" size={16} />
      <Trans>Swipe</Trans>
    </Link>
  );
}
