import type { Product, Products } from '@klieg/contract';
import { formatMoney } from '@klieg/i18n';
import { Button } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { PurchaseWishes } from '#app/shared/modal/modal-map.ts';
import { MissingNotice } from './missing-notice.tsx';
import { PackageSum } from './package-list.tsx';
import { QuickBuyRow } from '../quick-buy/quick-buy-row.tsx';
import { usePurchase } from './use-purchase.ts';

export interface PurchaseTabProps {
  readonly products: Products;
  readonly suggestion: Product;
  readonly wishes: PurchaseWishes;
  /** All packages and ways to pay. */
  readonly onMore: () => void;
}

/** The purchase on phones with a card on file: the suggestion by one press, and a link to everything else. */
export function PurchaseTab({ products, suggestion, wishes, onMore }: PurchaseTabProps) {
  const { i18n } = useLingui();
  const { buying, buy } = usePurchase();
  const [card] = products.cards;
  const money = formatMoney(suggestion.amount, suggestion.currency, i18n.locale);
  return (
    <div className="purchase-tab">
      {wishes.missingTokens !== undefined && <MissingNotice {...wishes} />}
      <PackageSum product={suggestion} />
      {card && (
        <Button
          kind="key"
          size="large"
          full
          busy={buying?.internal_id === suggestion.internal_id}
          onClick={() => void buy(suggestion, card.id)}
        >
          <Trans>
            Pay {money} with {card.brand} {card.last4}
          </Trans>
        </Button>
      )}
      <QuickBuyRow
        products={products}
        buyingId={buying?.internal_id}
        onBuy={(product, cardId) => void buy(product, cardId)}
      />
      <Button kind="line" full onClick={onMore}>
        <Trans>Other packages and ways to pay</Trans>
      </Button>
    </div>
  );
}
