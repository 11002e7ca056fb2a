import { type IconName, OptionRow, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { BILLER_NAMES } from './biller-names.ts';
import type { PaymentMethod } from './payment-methods.ts';

/** What a way to pay is called. */
export function MethodName({ method }: { readonly method: PaymentMethod }) {
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
    case 'other': {
      const name = BILLER_NAMES[method.biller];
      if (method.biller === 'rocketfuel') return <Trans>Crypto, {name}</Trans>;
      if (method.biller === 'cashtocode') return <Trans>Cash voucher, {name}</Trans>;
      return method.biller === 'paygarden' ? <Trans>Gift card, {name}</Trans> : name;
    }
  }
}

/** The icon of a way to pay. */
export function iconOf(method: PaymentMethod): IconName {
  switch (method.kind) {
    case 'card':
      return 'credit-card';
    case 'new-card':
      return 'plus';
    case 'paypal':
      return 'paypal-logo';
    case 'other':
      if (method.biller === 'rocketfuel') return 'currency-btc';
      return method.biller === 'paygarden' ? 'gift' : 'money';
  }
}

/** Ways to pay, to choose from. */
export function MethodList({
  methods,
  chosen,
  onChoose,
}: {
  readonly methods: readonly PaymentMethod[];
  readonly chosen: PaymentMethod;
  readonly onChoose: (key: string) => void;
}) {
  const { t } = useLingui();
  return (
    <div className="purchase-methods" role="radiogroup" aria-label={t`Payment method`}>
      <span className="label">
        <Trans>Pay with</Trans>
      </span>
      {methods.map((method) => (
        <OptionRow
          key={method.key}
          name="method"
          icon={iconOf(method)}
          checked={method === chosen}
          onChange={() => onChoose(method.key)}
          end={
            method.kind === 'card' && (
              <Tag tone="ok">
                <Trans>One click</Trans>
              </Tag>
            )
          }
        >
          <MethodName method={method} />
        </OptionRow>
      ))}
    </div>
  );
}
