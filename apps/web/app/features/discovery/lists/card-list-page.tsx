import type { UserCard } from '@klieg/contract';
import { ErrorBox } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { BannerPlace } from '#app/shared/banner-place.tsx';
import { useShown } from '#app/shared/me/hidden-names.ts';
import { HiddenNote } from '../hidden/hidden-note.tsx';
import { LiveCard } from '../cards/live-card.tsx';
import { useWatchRooms } from '../cards/use-room-status.ts';
import '../cards/browse.css';

const NOBODY: readonly UserCard[] = [];

export interface CardListPageProps {
  readonly title: ReactNode;
  /** Stands at the end of the head. */
  readonly tools?: ReactNode;
  /** Stands between the head and the cards. */
  readonly intro?: ReactNode;
  /** Undefined while they are on the way. */
  readonly cards: readonly UserCard[] | undefined;
  readonly hasFailed?: boolean;
  readonly onRetry?: () => void;
  /** Instead of an empty list. */
  readonly empty: ReactNode;
  /** Below the cards: more of them. */
  readonly foot?: ReactNode;
  /** In place of the strip of a card. */
  readonly stripFor?: (card: UserCard) => ReactNode;
}

/** A page of rooms with a title; waits, fails and is empty in the same place. */
export function CardListPage(props: CardListPageProps) {
  const { title, tools, intro, cards, hasFailed, onRetry, empty, foot, stripFor } = props;
  useWatchRooms(cards?.map(({ username }) => username) ?? []);
  const shown = useShown(cards ?? NOBODY);
  const failure = (
    <ErrorBox title={<Trans>The list did not load</Trans>} {...(onRetry && { onRetry })}>
      <Trans>Nothing was lost.</Trans>
    </ErrorBox>
  );
  return (
    <main id="main" className="main pt-4">
      <BannerPlace />
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h1 className="grow">{title}</h1>
        {tools}
      </div>
      {intro}
      {hasFailed && !cards?.length ? (
        failure
      ) : cards === undefined ? (
        <output className="card-grid" aria-busy="true">
          {Array.from({ length: 6 }, (_, i) => (
            <span key={i} className="skeleton aspect-video" />
          ))}
        </output>
      ) : cards.length === 0 ? (
        empty
      ) : (
        <div className="card-grid">
          {shown.map((card, position) => {
            const strip = stripFor?.(card);
            return (
              <LiveCard key={card.username} card={card} eager={position < 6} {...(strip && { strip })} />
            );
          })}
        </div>
      )}
      {hasFailed && cards !== undefined && cards.length > 0 && failure}
      <HiddenNote cards={cards ?? NOBODY} />
      {foot}
    </main>
  );
}
