import { formatCount } from '@klieg/i18n';
import { CardPicture, CardStrip, Icon, joinClasses, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FocusEvent, type PointerEvent, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { withTexts } from '#app/shared/language/with-texts.ts';
import { lazyPart } from '#app/shared/lazy-part.ts';
import { tagWords } from '#app/shared/tag-words.ts';
import { useFanLevel } from '#app/shared/me/fan-level.ts';
import { useFollow } from '#app/shared/me/follow.ts';
import { liveSources } from '#app/shared/live-sources.ts';
import { cardPrice, languageCode, roomLook } from '#app/shared/room/room-look.ts';
import type { ListedCard } from './listed-cards.ts';
import { useIsInteractive } from '#app/shared/use-client-value.ts';
import { soonOf } from './soon.ts';
import { useRoomStatus } from './use-room-status.ts';

const FanMark = lazyPart(withTexts(() => import('./fan-mark.tsx')));
const CardActs = lazyPart(withTexts(() => import('../hidden/card-acts.tsx')));

/** Keeps its space and loads with the interactive parts: some hundred of them would be a fifth of the page. */
function FollowHeart({ username, name }: { readonly username: string; readonly name: string }) {
  const { t } = useLingui();
  const { isFollowing, toggle } = useFollow(username);
  if (!useIsInteractive()) return null;
  return (
    <button
      type="button"
      className="heart"
      aria-pressed={isFollowing}
      aria-label={t`Follow ${name}`}
      onClick={toggle}
    >
      <Icon name={isFollowing ? 'heart-fill' : 'heart'} size={16} />
    </button>
  );
}

/** When an offline performer returns, in the reader's time zone, which only the browser knows. */
function BackAt({ at }: { readonly at: string | null | undefined }) {
  const { i18n } = useLingui();
  const isInteractive = useIsInteractive();
  if (!at || !isInteractive) return null;
  const { day, time } = soonOf(at, i18n.locale);
  return (
    <span className="viewers">
      {day ? (
        <Trans>
          Back {day}, {time}
        </Trans>
      ) : (
        <Trans>Back at {time}</Trans>
      )}
    </span>
  );
}

/**
 * Whether a mouse or the focus is on a card: what only that moment needs is not rendered for a hundred cards. With a
 * finger one hides rooms in the feed.
 */
function useNear() {
  const [isNear, setNear] = useState(false);
  const watch = {
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setNear(true),
    onPointerLeave: () => setNear(false),
    onFocus: () => setNear(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      !currentTarget.contains(relatedTarget) && setNear(false),
  };
  return { isNear, watch };
}

/** The name, and what the visitor is in the performer's fan club. */
function CardName({ card }: { readonly card: ListedCard }) {
  const fanLevel = useFanLevel(card.username);
  return (
    <>
      {card.displayName}
      {fanLevel && (
        <Suspense>
          <FanMark level={fanLevel} />
        </Suspense>
      )}
    </>
  );
}

export interface LiveCardProps {
  readonly card: ListedCard;
  /** Two by two, first on the page. */
  readonly large?: boolean;
  /** How wide the picture is shown, as `sizes` says it; absent for the usual width of a list. */
  readonly sizes?: string | undefined;
  /** Above the fold: the picture is fetched at once. */
  readonly eager?: boolean;
  /** Takes the place of viewers, tags and price. */
  readonly strip?: ReactNode | undefined;
}

/** A performer as a picture with the under-monitor strip: name, language, viewers, tags, price. */
export function LiveCard({ card, large, sizes, eager, strip }: LiveCardProps) {
  const { i18n } = useLingui();
  const live = useRoomStatus(card.username);
  const look = roomLook(live?.status ?? card.status, card.spy_cost, card.group_price !== null);
  const viewers = live?.viewers ?? card.viewer_count;
  const price = cardPrice(look, card);
  const source = live?.thumbUrl ?? card.thumb_url;
  const [failed, setFailed] = useState<string>();
  const language = card.languages[0];
  const near = useNear();
  return (
    <article
      className={joinClasses('card', large && 'card-large')}
      // Looking into a house uses up a time that is given once a day: its picture moves for nobody who only points.
      data-still={card.flagList.includes('voyeur') || undefined}
      {...near.watch}
    >
      <Link to={`/${card.username}`} discover="none">
        <CardPicture
          look={look}
          src={failed === source ? null : source}
          sources={liveSources(source)}
          sizes={sizes}
          eager={eager ?? false}
          onFail={() => setFailed(source)}
        />
        <CardStrip look={look} name={<CardName card={card} />} language={language && languageCode(language)}>
          {strip ?? (
            <>
              {look !== 'offline' && (
                <span className="viewers">
                  {look === 'private' ? (
                    <>
                      <Icon name="lock-simple" size={14} />
                      <Trans>closed</Trans>
                    </>
                  ) : (
                    <>
                      <Icon name="eye" size={14} />
                      {formatCount(viewers, i18n.locale)}
                    </>
                  )}
                </span>
              )}
              <span className="strip-tags">{card.tags.slice(0, 3).map(tagWords).join(', ')}</span>
              {look === 'offline' && <BackAt at={card.next_stream_at} />}
              {price && (
                <span className="strip-price">
                  <TokenAmount amountTokens={price.tokens} unit={price.perMinute && <Trans>/min</Trans>} />
                </span>
              )}
            </>
          )}
        </CardStrip>
      </Link>
      <FollowHeart username={card.username} name={card.displayName} />
      {near.isNear && (
        <Suspense>
          <CardActs username={card.username} name={card.displayName} />
        </Suspense>
      )}
    </article>
  );
}
