import type { Product, Products } from '@klieg/contract';
import { formatAmount, formatMoney, formatSignedAmount } from '@klieg/i18n';
import { Button, OptionRow, showToast, Tag, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '../../shared/api/client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { readCurrentUser } from '../../shared/session/start-session.ts';
import { openingOf, openPaymentLink } from './payment-link.ts';
import { rememberPage } from './payment-redirect.ts';
import { type PaymentMethod, paymentMethods, suggestedPackage } from './payment-methods.ts';
import { buyAtBiller, buyWithCard, type PurchaseResult } from './start-purchase.ts';

const BILLER_NAMES: Readonly<Record<string, string>> = {
  cashtocode: 'CashtoCode',
  paygarden: 'PayGarden',
  wnu: 'WNU',
};

function MethodName({ method }: { readonly method: PaymentMethod }) {
  switch (method.kind) {
    case 'card':
      return (
        <Trans>
          {method.brand} ending {method.last4}
        </Trans>
      );
    case 'new-card':
      return <Trans>Card</Trans>;
    case 'paypal':
      return 'PayPal';
    case 'other':
      return BILLER_NAMES[method.biller] ?? method.biller;
  }
}

const METHOD_ICONS = {
  card: 'credit-card',
  'new-card': 'plus',
  paypal: 'paypal-logo',
  other: 'money',
} as const;

function PackageRow({
  product,
  chosen,
  onChoose,
}: {
  readonly product: Product;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}) {
  const { i18n } = useLingui();
  return (
    <label className="package choice">
      <input type="radio" name="package" checked={chosen} onChange={onChoose} />
      <span className="flex min-w-0 items-center gap-2">
        <TokenAmount amountTokens={product.tokens} strong />
        {product.label && <Tag>{product.label}</Tag>}
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

function Sum({ product }: { readonly product: Product }) {
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

export interface PurchaseFormProps {
  readonly products: Products;
  readonly missingTokens?: number;
}

/** Packages left, payment right, one line that says what is paid and what is got. */
export function PurchaseForm({ products, missingTokens }: PurchaseFormProps) {
  const { t, i18n } = useLingui();
  const methods = paymentMethods(products);
  const [methodKey, setMethodKey] = useState(methods[0]?.key);
  const method = methods.find(({ key }) => key === methodKey) ?? methods[0];
  const packages = method?.packages ?? [];
  const [packageId, setPackageId] = useState(suggestedPackage(packages, missingTokens)?.internal_id);
  const product =
    packages.find(({ internal_id: id }) => id === packageId) ?? suggestedPackage(packages, missingTokens);
  const [isBusy, setBusy] = useState(false);
  if (!method || !product)
    return (
      <p className="p-6">
        <Trans>No way to pay is available to you now. Please write to support.</Trans>
      </p>
    );

  const goOn = (result: PurchaseResult) => {
    switch (result.kind) {
      case 'bought':
        void readCurrentUser().catch(() => undefined);
        return openModal('payment-success', { orderId: result.orderId, tokensAdded: result.tokensAdded });
      case 'unknown':
        return openModal('payment-success', { orderId: result.orderId });
      case 'link':
        void api.logPurchaseLink({ body: { link: result.link.slice(0, 1_000) } }).catch(() => undefined);
        return openPaymentLink(result.link, openingOf(product.biller), {
          openWindow: (url) => window.open(url, '_blank'),
          go: (url) => location.assign(url),
          frame: (link) => openModal('purchase-biller', { link, orderId: result.orderId }),
          page: location.href,
          onLeave: () => rememberPage(location),
        });
      case 'declined':
        return openModal('payment-declined', {
          message: result.text,
          shouldVerify: result.shouldVerify,
          ...(result.alternative && { alternative: result.alternative }),
        });
      case 'refused':
        // Nothing was bought and the person has to choose anew, so this stays until it is read.
        return showToast({
          content: explainError(result.error, i18n),
          appearance: 'error',
          autoDismiss: false,
        });
    }
  };
  const pay = async () => {
    setBusy(true);
    const result =
      method.kind === 'card'
        ? await buyWithCard(api, product, method.cardId)
        : await buyAtBiller(api, product);
    setBusy(false);
    goOn(result);
  };
  const money = formatMoney(product.amount, product.currency, i18n.locale);
  const remaining = products.daily_purchase_remaining;
  return (
    <div className="purchase">
      <div role="radiogroup" aria-label={t`Package`}>
        <div className="label mb-2">
          <Trans>Package</Trans>
        </div>
        {packages.map((candidate) => (
          <PackageRow
            key={candidate.internal_id}
            product={candidate}
            chosen={candidate === product}
            onChoose={() => setPackageId(candidate.internal_id)}
          />
        ))}
        <p className="small mt-2 text-ink-3">
          <Trans>$1 is 10 tokens.</Trans>{' '}
          {remaining !== null && (
            <Trans>Daily limit left: {formatMoney(remaining, products.currency, i18n.locale)}.</Trans>
          )}
        </p>
      </div>
      <div className="purchase-pay">
        <div className="purchase-methods" role="radiogroup" aria-label={t`Payment method`}>
          <span className="label">
            <Trans>Pay with</Trans>
          </span>
          {methods.map((candidate) => (
            <OptionRow
              key={candidate.key}
              name="method"
              icon={METHOD_ICONS[candidate.kind]}
              checked={candidate === method}
              onChange={() => setMethodKey(candidate.key)}
              end={
                candidate.kind === 'card' && (
                  <Tag tone="ok">
                    <Trans>One click</Trans>
                  </Tag>
                )
              }
            >
              <MethodName method={candidate} />
            </OptionRow>
          ))}
        </div>
        <Sum product={product} />
        <Button kind="key" size="large" full busy={isBusy} onClick={() => void pay()}>
          {method.kind === 'card' ? (
            <Trans>
              Pay {money} with {method.brand} {method.last4}
            </Trans>
          ) : (
            <Trans>Go on to pay {money}</Trans>
          )}
        </Button>
        <p className="small text-ink-3">
          {method.kind === 'card' ? (
            <Trans>One press charges the card. The receipt comes by mail.</Trans>
          ) : (
            <Trans>The next page is the biller's own. Nothing is charged before you confirm there.</Trans>
          )}
        </p>
      </div>
    </div>
  );
}
