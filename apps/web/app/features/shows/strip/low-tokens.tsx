import type { Product } from '@klieg/contract';
import { formatMoney } from '@klieg/i18n';
import { Button, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { openModal } from '#app/shared/modal/modal-store.ts';
import { lowTokensPackage } from '#app/features/billing/index.ts';

/** The highlighted package for somebody with too few tokens; undefined if there is none, or not yet. */
function useLowPackage(): Product | undefined {
  const [product, setProduct] = useState<Product>();
  useEffect(() => {
    const stop = new AbortController();
    lateApi.listProducts({ body: {}, signal: stop.signal }).then(
      ({ products }) => setProduct(lowTokensPackage(products.credit)),
      () => undefined,
    );
    return () => stop.abort();
  }, []);
  return product;
}

/**
 * The last minute: what can be bought to stay (SHOWS-003) (SHOWS-045). A dialog below the picture that takes no focus
 * and covers nothing.
 */
export function LowTokens(props: {
  readonly seconds: number | undefined;
  readonly price: number;
  readonly onClose: () => void;
}) {
  const { i18n } = useLingui();
  const { seconds, price, onClose } = props;
  const titleId = useId();
  const product = useLowPackage();
  const buy = () =>
    openModal('tokens', {
      missingTokens: price,
      missingFor: 'stay',
      ...(product && { internalId: product.internal_id, biller: product.biller }),
    });
  const tokens = product && product.tokens + product.bonus_tokens;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a dialog element cannot stand in the page without its own rules of focus
    <div role="dialog" className="show-ask" aria-labelledby={titleId}>
      <output id={titleId} className="strong">
        {seconds === undefined ? (
          <Trans>Your tokens are running out. Add some to stay in the private.</Trans>
        ) : (
          <Trans>Less than a minute is left. Add tokens to stay in the private.</Trans>
        )}
      </output>
      <div className="show-actions">
        <Button kind="line" size="large" onClick={onClose}>
          <Trans>Not now</Trans>
        </Button>
        <Button kind="key" size="large" onClick={buy}>
          {product && tokens ? (
            <Trans>
              Add <TokenAmount amountTokens={tokens} />,{' '}
              {formatMoney(product.amount, product.currency, i18n.locale)}
            </Trans>
          ) : (
            <Trans>Add tokens</Trans>
          )}
        </Button>
      </div>
    </div>
  );
}
