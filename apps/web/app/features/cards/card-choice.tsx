import { Button, ErrorBox, OptionRow, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { addCard } from './add-card.ts';
import { cardName, expiryOf } from './card-words.ts';
import type { Cards } from './use-cards.ts';

export interface CardChoiceProps {
  readonly cards: Cards;
  readonly chosenId: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** One of the cards on file, or a new one at the biller. */
export function CardChoice({ cards: { cards, hasFailed, reload }, chosenId, onChoose }: CardChoiceProps) {
  const { t, i18n } = useLingui();
  if (hasFailed) return <ErrorBox title={<Trans>The cards did not load</Trans>} onRetry={reload} />;
  if (!cards) return <output className="skeleton h-11" aria-busy="true" />;
  return (
    <div className="grid gap-2">
      <div className="grid gap-1" role="radiogroup" aria-label={t`Card`}>
        {cards.map((card) => {
          const expiry = expiryOf(card);
          return (
            <OptionRow
              key={card.id}
              name="card"
              icon="credit-card"
              checked={card.id === chosenId}
              onChange={() => onChoose(card.id)}
              end={card.is_default ? <Tag>{t`Default`}</Tag> : undefined}
              note={expiry && <Trans>Expires {expiry}</Trans>}
            >
              {cardName(card)}
            </OptionRow>
          );
        })}
      </div>
      <Button size="small" kind="line" onClick={() => void addCard(i18n)}>
        <Trans>New card</Trans>
      </Button>
    </div>
  );
}
