import type { LedgerRow } from '@klieg/contract';
import { formatTimeOfDay } from '@klieg/i18n';
import { Button, ErrorBox, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { useMorePages } from '#app/shared/use-more-pages.ts';
import { chargesOfShow, daysOfShow, type ListedShow } from './charges-of-show.ts';

const PAGE = '100';

export interface ShowChargesProps {
  readonly show: ListedShow;
  /** Opens the trace of one of them. */
  readonly onTrace: (id: string) => void;
}

/** The charges of one show, per ten seconds, each with a link into the ledger. */
export function ShowCharges({ show, onTrace }: ShowChargesProps) {
  const { i18n, t } = useLingui();
  const read = useCallback(
    (cursor: string | undefined, signal: AbortSignal) =>
      lateApi.listHistory({
        query: { limit: PAGE, ...daysOfShow(show), ...(cursor !== undefined && { cursor }) },
        signal,
      }),
    [show],
  );
  const pages = useMorePages<LedgerRow>(read);
  const rows = chargesOfShow(show, pages.items ?? []);
  return (
    <div className="show-charges">
      {rows.length > 0 && (
        <p className="small text-ink-2">
          <Trans>Each row is ten seconds, and opens its entries in the ledger.</Trans>
        </p>
      )}
      {pages.hasFailed && (
        <ErrorBox title={<Trans>The charges did not load</Trans>} onRetry={pages.loadMore} />
      )}
      {rows.length > 0 && (
        <ul aria-label={t`Charges`}>
          {rows.map(({ id, at, tokens }) => (
            <li key={id}>
              <button type="button" className="list-row" onClick={() => onTrace(id)}>
                <span className="figure grow">{formatTimeOfDay(at, i18n.locale)}</span>
                <TokenAmount amountTokens={tokens} signed />
              </button>
            </li>
          ))}
        </ul>
      )}
      {pages.items && rows.length === 0 && !pages.hasMore && (
        <p className="text-ink-2">
          <Trans>Nothing was charged for it.</Trans>
        </p>
      )}
      {pages.hasMore && (
        <Button kind="line" busy={pages.isBusy} onClick={pages.loadMore}>
          <Trans>Show older</Trans>
        </Button>
      )}
    </div>
  );
}
