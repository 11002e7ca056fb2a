import type { Act } from '@klieg/contract/features/acts/http';
import { formatDay } from '@klieg/i18n';
import { Button, ErrorBox, showToast, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { useMorePages } from '../../shared/use-more-pages.ts';
import './acts.css';

const readActs = (cursor: string | undefined, signal: AbortSignal) =>
  lateApi.listActs({ query: { ...(cursor !== undefined && { cursor }) }, signal });

/** State of a bought act. */
function Standing({ act }: { readonly act: Act }) {
  const { i18n } = useLingui();
  const day = act.return_at === null ? '' : formatDay(act.return_at, i18n.locale);
  if (act.state === 'returned') return <Trans>All tokens were refunded</Trans>;
  if (act.is_contested) return <Trans>You said it was not done. We are looking into it.</Trans>;
  if (act.state === 'done') return <Trans>Done</Trans>;
  return <Trans>Owed to you, or refunded by {day}</Trans>;
}

/** What somebody has bought from menus; a performer sees what she has sold. Nothing if there is none. */
export function BoughtActs() {
  const { i18n, t } = useLingui();
  const pages = useMorePages<Act>(readActs);
  const [contested, setContested] = useState<ReadonlySet<string>>(new Set());
  const contest = async (act: Act) => {
    try {
      await lateApi.changeAct({ params: { id: act.id }, body: { action: 'contest' } });
      setContested(new Set([...contested, act.id]));
    } catch (error) {
      showToast({ content: explainError(error, i18n), appearance: 'error' });
    }
  };
  if (!pages.hasFailed && !pages.items?.length) return null;
  return (
    <section className="module" aria-labelledby="acts-label">
      <div className="module-head">
        <h2 className="label grow" id="acts-label">
          <Trans>From tip menus</Trans>
        </h2>
      </div>
      {pages.hasFailed && <ErrorBox title={<Trans>The list did not load</Trans>} onRetry={pages.loadMore} />}
      <ul aria-label={t`From tip menus`}>
        {pages.items?.map((given) => {
          const act = contested.has(given.id) ? { ...given, is_contested: true, contest_until: null } : given;
          return (
            <li key={act.id} className="act-row">
              <span className="grow">
                <b>{act.label}</b>{' '}
                {act.model && (
                  <Link className="link" to={`/${act.model}`}>
                    {act.model}
                  </Link>
                )}
                <span className="small block text-ink-2">
                  <Standing act={act} />
                </span>
              </span>
              <TokenAmount amountTokens={act.tokens} />
              {act.contest_until !== null && (
                <Button size="small" kind="line" onClick={() => void contest(act)}>
                  <Trans>It was not done</Trans>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {pages.hasMore && (
        <Button kind="line" busy={pages.isBusy} onClick={pages.loadMore}>
          <Trans>Show older</Trans>
        </Button>
      )}
    </section>
  );
}
