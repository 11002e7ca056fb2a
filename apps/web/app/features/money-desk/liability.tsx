import type { OperatorAccount } from '@klieg/contract';
import { formatMoney, numberFormat } from '@klieg/i18n';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { liabilityOf, type Liability as Owed } from './liability-rules.ts';

type Part = Owed['parts'][number]['name'];

const LOOKS: Readonly<Record<Part, readonly [MessageDescriptor, string]>> = {
  unspent: [msg`Users`, 'var(--private-text)'],
  earned: [msg`Models`, 'var(--key-mark)'],
  tax: [msg`Tax`, 'var(--standby-text)'],
  suspense: [msg`Suspense`, 'var(--ticket-text)'],
};

/** What the operator owes, as one bar of parts that are named with their sums below it. */
export function Liability({ accounts }: { readonly accounts: readonly OperatorAccount[] }) {
  const { t, i18n } = useLingui();
  const { parts, cover } = liabilityOf(accounts);
  const covered =
    cover !== null && numberFormat(i18n.locale, { style: 'percent', maximumFractionDigits: 0 }).format(cover);
  return (
    <>
      <h3 className="desk-part-head">
        <Trans>Liability</Trans>
      </h3>
      {parts.length === 0 ? (
        <p className="small text-ink-2">
          <Trans>Nothing is owed in money yet.</Trans>
        </p>
      ) : (
        <>
          <div className="desk-owed" aria-hidden="true">
            {parts.map(({ name, cents }) => (
              <i key={name} style={{ flexGrow: cents, background: LOOKS[name][1] }} />
            ))}
          </div>
          <ul className="flex flex-wrap gap-3 small text-ink-2">
            {parts.map(({ name, cents }) => (
              <li key={name} className="flex items-center gap-1">
                <i className="desk-key" style={{ background: LOOKS[name][1] }} />
                {t(LOOKS[name][0])} <span className="figure">{formatMoney(cents, 'USD', i18n.locale)}</span>
              </li>
            ))}
          </ul>
          <p className="small text-ink-3">
            <Trans>Bank and biller balances cover {covered} of it.</Trans>
          </p>
        </>
      )}
    </>
  );
}
