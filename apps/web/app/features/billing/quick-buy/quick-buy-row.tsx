import type { Product, Products } from '@klieg/contract';
import { formatMoney } from '@klieg/i18n';
import { Button, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { quickProducts } from './quick-buy.ts';

export interface QuickBuyRowProps {
  readonly products: Products;
  /** What is being bought now. */
  readonly buyingId: string | undefined;
  readonly onBuy: (product: Product, cardId: string) => void;
}

/** Three sizes to buy by one press with the card on file; nothing without a card. */
export function QuickBuyRow({ products, buyingId, onBuy }: QuickBuyRowProps) {
  const { t, i18n } = useLingui();
  const [card] = products.cards;
  const quick = quickProducts(products);
  if (!card || quick.length === 0) return null;
  return (
    <div className="quick-buy">
      <span className="label">
        <Trans>
          One click, {card.brand} ending {card.last4}
        </Trans>
      </span>
      <div>
        {quick.map((product) => {
          const money = formatMoney(product.amount, product.currency, i18n.locale);
          return (
            <Button
              key={product.internal_id}
              busy={buyingId === product.internal_id}
              aria-label={t`Buy ${product.tokens} tokens for ${money} with one click`}
              onClick={() => onBuy(product, card.id)}
            >
              <TokenAmount amountTokens={product.tokens + product.bonus_tokens} strong />
              <span className="figure">{money}</span>
            </Button>
          );
        })}
      </div>
    </div>
  );
}
