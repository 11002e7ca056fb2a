import { Icon } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { Link, useLocation } from 'react-router';
import { OPENED_HERE, SWIPER_HASH } from './swiper-hash.ts';

/** Opens the swipe feed over the page; for phones. The way back closes it. */
export function SwipeLink() {
  const { pathname, search } = useLocation();
  return (
    <Link
      className="chip"
      to={{ pathname, search, hash: SWIPER_HASH }}
      state={OPENED_HERE}
      preventScrollReset
    >
      <Icon name="film-strip" size={16} />
      <Trans>Feed</Trans>
    </Link>
  );
}
