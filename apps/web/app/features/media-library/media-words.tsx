import type { MediaItem, MediaSort, MediaTypeName } from '@klieg/contract';
import { formatClock, formatCount } from '@klieg/i18n';
import { Icon, TokenAmount } from '@klieg/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { LEVEL_NAMES } from '../fan-club/index.ts';
import { discountPercent, type Holding } from './media-rules.ts';

export const SORT_NAMES: Readonly<Record<MediaSort, MessageDescriptor>> = {
  new: msg`Newest`,
  popular: msg`Most bought`,
  price_low: msg`Lowest price`,
  price_high: msg`Highest price`,
  top_rated: msg`Top rated`,
};

export const TYPE_NAMES: Readonly<Record<MediaTypeName, MessageDescriptor>> = {
  videos: msg`Videos`,
  pictures: msg`Pictures`,
  recording: msg`Recordings`,
};

/** The sort order in an address; newest first by default. */
export const sortNamed = (word: string | null): MediaSort =>
  word !== null && Object.hasOwn(SORT_NAMES, word) ? (word as MediaSort) : 'new';

/** Length of a video, number of pictures of a set. */
export function MediaLength({
  media,
}: {
  readonly media: Pick<MediaItem, 'type_name' | 'duration' | 'item_count'>;
}) {
  const { i18n } = useLingui();
  if (media.type_name !== 'pictures')
    return (
      <>
        <Icon name={media.type_name === 'recording' ? 'broadcast' : 'play-fill'} size={14} />
        {formatClock(media.duration ?? 0)}
      </>
    );
  return (
    <>
      <Icon name="image" size={14} />
      {formatCount(media.item_count, i18n.locale)}
      <span className="visually-hidden">
        {' '}
        <Plural value={media.item_count} one="picture" other="pictures" />
      </span>
    </>
  );
}

/** The price with a member's discount, or the word for what somebody already has. */
export function MediaPrice({ media, holding }: { readonly media: MediaItem; readonly holding: Holding }) {
  switch (holding) {
    case 'own':
    case 'bought':
      return (
        <span className="media-up">
          <Trans>Owned</Trans>
        </span>
      );
    case 'club':
      return (
        <span className="media-up">
          <Trans>In your club</Trans>
        </span>
      );
    case 'free':
      return (
        <span className="media-up">
          <Trans>Free</Trans>
        </span>
      );
    case 'none':
      return (
        <span className="media-price">
          {discountPercent(media) > 0 && <FullPrice tokens={media.token_price} />}
          <TokenAmount amountTokens={media.final_price} />
        </span>
      );
  }
}

/** What others pay. */
function FullPrice({ tokens }: { readonly tokens: number }) {
  const { i18n, t } = useLingui();
  const figure = formatCount(tokens, i18n.locale);
  return (
    <s className="media-full">
      <span className="visually-hidden">{t`Without your discount:`} </span>
      {figure}
    </s>
  );
}

/** One line: what others pay, and why it is less. */
export function Reduction({
  media,
  level,
}: {
  readonly media: MediaItem;
  readonly level?: string | undefined;
}) {
  const percent = discountPercent(media);
  if (percent === 0) return null;
  return (
    <span className="media-reduction">
      <FullPrice tokens={media.token_price} />{' '}
      {level ? (
        <Trans>
          {percent}% off as {level}
        </Trans>
      ) : (
        <Trans>{percent}% off</Trans>
      )}
    </span>
  );
}

/** The mark in the corner of a card: one at most. */
export function MediaMark({
  media,
  holding,
  isNew,
}: {
  readonly media: MediaItem;
  readonly holding: Holding;
  readonly isNew: boolean;
}) {
  const { t } = useLingui();
  if (holding === 'own' || holding === 'bought')
    return (
      <span className="pill media-mark media-mark-own">
        <Icon name="check-bold" size={14} />
        <Trans>Owned</Trans>
      </span>
    );
  if (media.fanclub_access_level)
    return (
      <span className="pill media-mark">
        <Icon name={holding === 'club' ? 'check-bold' : 'lock-simple-fill'} size={14} />
        {t(LEVEL_NAMES[media.fanclub_access_level])}
      </span>
    );
  if (holding === 'free')
    return (
      <span className="pill media-mark">
        <Trans>Free</Trans>
      </span>
    );
  return isNew ? (
    <span className="pill media-mark media-mark-new">
      <Trans>New</Trans>
    </span>
  ) : null;
}
