import { Bar } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ListedCard } from '../cards/listed-cards.ts';
import { LiveCard } from '../cards/live-card.tsx';

function GoalStrip({ card }: { readonly card: ListedCard }) {
  const { t } = useLingui();
  const percent = card.goal?.percent ?? 0;
  return (
    <>
      <span className="grow">
        <Bar percent={percent} label={t`Goal: ${card.goal?.label ?? ''}`} />
      </span>
      <span className="figure text-ink-2">{percent}%</span>
    </>
  );
}

/** Rooms whose goal is near; nothing if there are too few for a row. */
export function GoalRow({ cards }: { readonly cards: readonly ListedCard[] }) {
  if (cards.length === 0) return null;
  return (
    <section className="browse-block">
      <div className="section-head">
        <h2>
          <Trans>Close to their goal</Trans>
        </h2>
        <span className="small text-ink-3">
          <Trans>Closest first</Trans>
        </span>
      </div>
      <div className="card-grid card-row" data-cards={cards.length}>
        {cards.map((card) => (
          <LiveCard key={card.username} card={card} strip={<GoalStrip card={card} />} />
        ))}
      </div>
    </section>
  );
}
