import type { Product } from '@klieg/contract';
import { formatAmount, formatMoney, formatSignedAmount } from '@klieg/i18n';
import { Tag, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';

export interface PackageRowProps {
  readonly product: Product;
  readonly chosen: boolean;
  /** Highlighted, since the person has too few tokens left. */
  readonly isMarked?: boolean;
  readonly onChoose: () => void;
}

/** One package to choose: content, bonus and price. */
export function PackageRow({ product, chosen, isMarked = false, onChoose }: PackageRowProps) {
  const { i18n } = useLingui();
  return (
    <label className="package choice">
      <input type="radio" name="package" checked={chosen} onChange={onChoose} />
      <span className="flex min-w-0 items-center gap-2">
        <TokenAmount amountTokens={product.tokens} strong />
        {product.label && <Tag>{product.label}</Tag>}
        {isMarked && (
          <Tag tone="ok">
            <Trans>Recommended</Trans>
          </Tag>
        )}
      </span>
      <span className="figure small text-good">
        {product.bonus_tokens > 0 && (
          <Trans>{formatSignedAmount(product.bonus_tokens, i18n.locale)} bonus</Trans>
        )}
      </span>
      <b className="figure text-right">{formatMoney(product.amount, product.currency, i18n.locale)}</b>
    </label>
  );
}

/** What is paid and what one gets, together, before paying. */
export function PackageSum({ product }: { readonly product: Product }) {
  const { i18n } = useLingui();
  const money = formatMoney(product.amount, product.currency, i18n.locale);
  return (
    <div className="purchase-sum">
      <div className="text-ink-2">
        <Trans>{formatAmount(product.tokens, i18n.locale)} tokens</Trans>
        <span className="figure">{money}</span>
      </div>
      {product.bonus_tokens > 0 && (
        <div className="text-ink-2">
          <Trans>Bonus</Trans>
          <span className="figure text-good">
            <Trans>{formatSignedAmount(product.bonus_tokens, i18n.locale)} tokens</Trans>
          </span>
        </div>
      )}
      <div>
        <span>
          <Trans>
            You get <TokenAmount amountTokens={product.tokens + product.bonus_tokens} />
          </Trans>
        </span>
        <span className="figure text-t3">
          <Trans>You pay {money}</Trans>
        </span>
      </div>
    </div>
  );
}
