import type { CardOnFile } from '@klieg/contract';
import { Button, ErrorBox, Icon, showToast, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { useConfirmed } from '../../shared/password/use-confirmed.tsx';
import { addCard } from './add-card.ts';
import { cardName, expiryOf } from './card-words.ts';
import { type Cards, useCards } from './use-cards.ts';

interface RowProps {
  readonly card: CardOnFile;
  readonly onDefault: () => void;
  readonly onDelete: () => void;
}

function CardRow({ card, onDefault, onDelete }: RowProps) {
  const { t } = useLingui();
  const name = cardName(card);
  const expiry = expiryOf(card);
  return (
    <li className="grid gap-1">
      <span className="flex items-center gap-2">
        <Icon name="credit-card" size={16} />
        <span className="grow figure">{name}</span>
        {expiry && <span className="figure text-ink-2">{expiry}</span>}
        {card.is_default && (
          <Tag>
            <Trans>Default</Trans>
          </Tag>
        )}
      </span>
      <span className="flex flex-wrap items-center gap-2 [&>.button:first-child]:-ms-2">
        {!card.is_default && (
          <Button size="small" kind="text" onClick={onDefault}>
            <Trans>Make {name} the default</Trans>
          </Button>
        )}
        {card.has_affidavit ? (
          <Tag tone="ok">
            <Trans>Confirmed as yours</Trans>
          </Tag>
        ) : (
          <Button size="small" kind="text" onClick={() => openModal('card-affidavit', { id: card.id, name })}>
            <Trans>Confirm that {name} is yours</Trans>
          </Button>
        )}
        <Button size="small" kind="text" aria-label={t`Delete ${name}`} onClick={onDelete}>
          <Trans>Delete</Trans>
        </Button>
      </span>
    </li>
  );
}

/** Changes of the list: each answers the list as it is then. */
function useCardChanges({ show }: Cards) {
  const { i18n } = useLingui();
  const { question, run } = useConfirmed((error) =>
    showToast({ content: explainError(error, i18n), appearance: 'error' }),
  );
  const change = (act: () => Promise<{ readonly cards: readonly CardOnFile[] }>) => () =>
    void run(async () => show((await act()).cards));
  return {
    question,
    makeDefault: (id: string) => change(() => lateApi.makeCardDefault({ params: { id } })),
    remove: (id: string) => change(() => lateApi.deleteCard({ params: { id } })),
  };
}

/** Cards on file: which one is charged, which are signed for; new ones come from the biller. */
export function CardsModule() {
  const { i18n } = useLingui();
  const cards = useCards();
  const { question, makeDefault, remove } = useCardChanges(cards);
  const add = () => void addCard(i18n);
  return (
    <section className="module" aria-labelledby="cards-title">
      <h2 className="label" id="cards-title">
        <Trans>Cards on file</Trans>
      </h2>
      {cards.hasFailed && <ErrorBox title={<Trans>The cards did not load</Trans>} onRetry={cards.reload} />}
      {!cards.cards && !cards.hasFailed && <output className="skeleton block h-14" aria-busy="true" />}
      {cards.cards?.length === 0 && (
        <p className="min-h-14 text-ink-2">
          <Trans>None yet. A card is saved with its first payment.</Trans>
        </p>
      )}
      {cards.cards && cards.cards.length > 0 && (
        <ul className="grid gap-3">
          {cards.cards.map((card) => (
            <CardRow key={card.id} card={card} onDefault={makeDefault(card.id)} onDelete={remove(card.id)} />
          ))}
        </ul>
      )}
      <div>
        <Button size="small" kind="line" onClick={add}>
          <Trans>Add a card</Trans>
        </Button>
      </div>
      <span className="small text-ink-3">
        <Trans>A new card buys 20 tokens for $2.00 at the biller. Its number never reaches this site.</Trans>
      </span>
      {question}
    </section>
  );
}
