import { Icon } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { useSwiperAddress } from './swiper-address.ts';

/** Opens the swipe feed over the page; for phones. */
export function SwipeLink() {
  const { open } = useSwiperAddress();
  return (
    <button type="button" className="chip" onClick={open}>
      <Icon name="film-strip" size={16} />
      <Trans>Swipe</Trans>
    </button>
  );
}
