import type { JoinProduct } from '@klieg/contract';
import { formatMoney } from '@klieg/i18n';
import { OptionRow, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { useLoaded } from '#app/shared/use-loaded.ts';
import { readVisitQuery } from '#app/shared/visit-query.ts';
import { wantsJoinPackages } from './join-choice.ts';

export interface JoinPackagesProps {
  /** Undefined: to join without tokens. */
  readonly onChoose: (product: JoinProduct | undefined) => void;
}

function Group({
  products,
  chosen,
  onChoose,
}: {
  readonly products: readonly JoinProduct[];
  readonly chosen: JoinProduct | undefined;
  readonly onChoose: (product: JoinProduct) => void;
}) {
  const { i18n } = useLingui();
  return products.map((product) => (
    <OptionRow
      key={product.biller_link}
      name="join-package"
      checked={product === chosen}
      onChange={() => onChoose(product)}
      end={<b className="figure">{formatMoney(product.amount, product.currency, i18n.locale)}</b>}
    >
      <TokenAmount amountTokens={product.tokens} strong />
    </OptionRow>
  ));
}

/** Packages under the registration, for visitors who came for them; they pay when the account is there (BILLING-002). */
function Packages({ onChoose }: JoinPackagesProps) {
  const id = useId();
  const { state } = useLoaded('join', (signal) => lateApi.listJoinProducts({ signal }));
  const [chosen, setChosen] = useState<JoinProduct>();
  if (state.kind !== 'ready' || !state.value.join_form) return null;
  const { cc, pp, regular, promo } = state.value;
  const choose = (product: JoinProduct | undefined) => {
    setChosen(product);
    onChoose(product);
  };
  const groups = [
    { key: 'cc', name: <Trans>By card</Trans>, products: cc },
    { key: 'pp', name: 'PayPal', products: pp },
    { key: 'regular', name: <Trans>Other ways to pay</Trans>, products: regular },
  ].filter(({ products }) => products.length > 0);
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div>
        <h2 id={id} className="text-t3">
          <Trans>Start with tokens</Trans>
        </h2>
        <p className="small text-ink-2">
          <Trans>You pay once your account is created, at a biller of your choice. Joining is free.</Trans>
        </p>
      </div>
      <div role="radiogroup" aria-labelledby={id} className="grid gap-2">
        <OptionRow name="join-package" checked={chosen === undefined} onChange={() => choose(undefined)}>
          <Trans>No tokens for now</Trans>
        </OptionRow>
        {groups.map(({ key, name, products }) => (
          <div key={key} className="grid gap-2">
            <span className="label">{name}</span>
            <Group products={products} chosen={chosen} onChoose={choose} />
          </div>
        ))}
      </div>
      {promo && (
        <a className="text-link small" href={promo.link}>
          <Trans>Free tokens for newcomers</Trans>
        </a>
      )}
    </section>
  );
}

export default function JoinPackages(props: JoinPackagesProps) {
  return wantsJoinPackages(readVisitQuery()) && <Packages {...props} />;
}
