import { formatAmount, formatDay, formatMoney } from '@klieg/i18n';
import { Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';

export interface Charge {
  readonly order_id: string;
  readonly tokens: number;
  readonly amount: number;
  readonly currency: string;
  readonly at: string;
  readonly state: string;
}

function StateTag({ state }: { readonly state: string }) {
  if (state === 'succeeded') return null;
  const isBad = state === 'declined' || state === 'expired';
  return (
    <Tag tone={isBad ? 'bad' : 'neutral'}>
      {isBad ? (
        <Trans>Declined</Trans>
      ) : state === 'charged_back' ? (
        <Trans>Charged back</Trans>
      ) : (
        <Trans>Open</Trans>
      )}
    </Tag>
  );
}

/** Automatic charges, newest first; nothing if there are none. */
export function ChargeList({ charges }: { readonly charges: readonly Charge[] }) {
  const { i18n } = useLingui();
  if (charges.length === 0) return null;
  return (
    <details>
      <summary className="small">
        <Trans>Charges</Trans>
      </summary>
      <ul className="grid gap-1">
        {charges.map((charge) => (
          <li key={charge.order_id} className="small flex items-center gap-2">
            <span className="text-ink-2">{formatDay(new Date(charge.at), i18n.locale)}</span>
            <span className="grow figure">
              <Trans>{formatAmount(charge.tokens, i18n.locale)} tokens</Trans>
            </span>
            <StateTag state={charge.state} />
            <span className="figure">{formatMoney(charge.amount, charge.currency, i18n.locale)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
