import { HeadCell } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import type { Answer } from '../../shared/api/answers.ts';

type LedgerMonth = Answer<'getLedgerHealth'>['months'][number];

function MonthState({ state, can_be_sealed: canBeSealed }: LedgerMonth) {
  if (state === 'detached') return <Trans>In a file</Trans>;
  if (state === 'sealed') return <Trans>Sealed</Trans>;
  if (state === 'closing') return <Trans>Being sealed</Trans>;
  return canBeSealed ? <Trans>Open, can be sealed</Trans> : <Trans>Open</Trans>;
}

/** Months of the ledger with their state; the owner's command seals and detaches them. */
export function LedgerMonths({ months }: { readonly months: readonly LedgerMonth[] }) {
  return (
    <details className="p-4">
      <summary>
        <Trans>Ledger months</Trans>
      </summary>
      <table className="data-table data-table-dense">
        <thead>
          <tr>
            <HeadCell>
              <Trans>Month</Trans>
            </HeadCell>
            <HeadCell>
              <Trans>State</Trans>
            </HeadCell>
            <HeadCell>
              <Trans>Movements</Trans>
            </HeadCell>
            <HeadCell>
              <Trans>File</Trans>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map((one) => (
            <tr key={one.month}>
              <td className="figure">{one.month}</td>
              <td>
                <MonthState {...one} />
              </td>
              <td className="figure">{one.transfers ?? '–'}</td>
              <td className="whitespace-normal!">{one.file ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
