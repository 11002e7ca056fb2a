import type { DeskTransfer } from '@klieg/contract';
import { formatAmount, formatDayTime, formatMoney } from '@klieg/i18n';
import { Button, Empty, HeadCell, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import type { Answer } from '../../shared/api/answers.ts';
import { deskApi } from './desk-api.ts';
import { KIND_WORDS } from '../ledger/index.ts';
import { DeskSection } from './desk-section.tsx';
import { LedgerMonths } from './ledger-months.tsx';
import { BILLER_NAMES } from './desk-words.ts';
import { useDesk } from './use-desk.ts';

type Posting = DeskTransfer['postings'][number];

const ownerOf = ({ username, biller }: Posting): string =>
  username ?? (biller ? BILLER_NAMES[biller as keyof typeof BILLER_NAMES] : '');

/** A movement with all of its sides; each leads to its account. */
function Movement({ transfer }: { readonly transfer: DeskTransfer }) {
  const { t, i18n } = useLingui();
  const amountOf = (amount: number) =>
    transfer.unit === 'cents' ? formatMoney(amount, 'USD', i18n.locale) : formatAmount(amount, i18n.locale);
  return (
    <section className="module desk-movement">
      <div className="module-head">
        <b className="grow">{t(KIND_WORDS[transfer.kind])}</b>
        <span className="small figure text-ink-2">{formatDayTime(transfer.at, i18n.locale)}</span>
      </div>
      <table className="data-table data-table-dense">
        <tbody>
          {transfer.postings.map((posting) => (
            <tr key={posting.account}>
              <td>
                <Link className="desk-link" to={`/admin/ledger?account=${posting.account}`}>
                  {posting.name}
                </Link>{' '}
                {ownerOf(posting)}
              </td>
              <td className="is-end figure text-ink-3 max-tablet:hidden">
                {posting.balance_after !== null && (
                  <Trans>balance {formatAmount(posting.balance_after, i18n.locale)}</Trans>
                )}
              </td>
              <td className="is-end figure">{amountOf(posting.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small text-ink-3">
        {transfer.id}
        {transfer.ref?.type === 'order' && (
          <>
            {' · '}
            <Link className="desk-link" to={`/admin/orders/${transfer.ref.id}`}>
              <Trans>Order</Trans>
            </Link>
          </>
        )}
        {transfer.comment && ` · ${transfer.comment}`}
      </p>
    </section>
  );
}

type LedgerHealth = Answer<'getLedgerHealth'>;

function Findings({ findings }: Pick<LedgerHealth, 'findings'>) {
  return (
    <table className="data-table data-table-dense">
      <thead>
        <tr>
          <HeadCell>
            <Trans>Finding</Trans>
          </HeadCell>
          <HeadCell>
            <Trans>Detail</Trans>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {findings.map((one) => (
          <tr key={`${one.finding} ${one.account} ${one.transfer_id}`}>
            <td className="whitespace-normal!">{one.meaning}</td>
            <td className="figure">
              {one.transfer_id ? (
                <Link className="desk-link" to={`/admin/ledger?id=${one.transfer_id}`}>
                  {one.detail ?? one.finding}
                </Link>
              ) : (
                (one.detail ?? one.finding)
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Result({ checked_at: checkedAt, drift, findings }: LedgerHealth) {
  const { i18n } = useLingui();
  if (checkedAt === null)
    return (
      <Notice title={<Trans>Not reconciled yet</Trans>}>
        <Trans>The first run comes within five minutes.</Trans>
      </Notice>
    );
  const at = formatDayTime(checkedAt, i18n.locale);
  if (drift === 0)
    return (
      <Notice tone="ok" title={<Trans>The ledger adds up</Trans>}>
        <Trans>Reconciled {at}, difference 0.</Trans>
      </Notice>
    );
  return (
    <>
      <Notice tone="bad" title={<Trans>The ledger does not add up</Trans>}>
        <Trans>
          Reconciled {at}: {drift} findings.
        </Trans>
      </Notice>
      <Findings findings={findings} />
    </>
  );
}

/** As high as the usual result, so that the movements below do not move. */
const HealthWaiting = () => (
  <output className="desk-health-waiting" aria-busy="true">
    <span className="visually-hidden">
      <Trans>Loading</Trans>
    </span>
    <span className="skeleton" />
    <span className="skeleton" />
  </output>
);

/** What the reconciler found in its last run, with the meaning of each finding. */
function Health() {
  const { t } = useLingui();
  const desk = useDesk('health', (signal) => deskApi.getLedgerHealth({ signal }));
  return (
    <section className="module" aria-label={t`Ledger health`}>
      <DeskSection desk={desk} waiting={<HealthWaiting />}>
        {(health) => (
          <>
            <LedgerMonths months={health.months} />
            <Result {...health} />
          </>
        )}
      </DeskSection>
    </section>
  );
}

/** `/admin/ledger`: movements with all their sides, by account, day or id, and the reconciler's last word. */
export function LedgerPage() {
  const [params, setParams] = useSearchParams();
  const [id, account] = [params.get('id'), params.get('account')];
  const [from, to] = [params.get('from'), params.get('to')];
  const before = params.get('before');
  const desk = useDesk(params.toString(), async (signal) => {
    if (id) return { items: [await deskApi.getTransfer({ params: { id }, signal })], next_cursor: null };
    const days = { ...(from && { from }), ...(to && { to }), ...(before && { cursor: before }) };
    return deskApi.listTransfers({ query: { limit: '30', ...days, ...(account && { account }) }, signal });
  });
  return (
    <section>
      {!id && !account && <Health />}
      {(id || account) && (
        <p className="px-4 py-3">
          <Link className="desk-link" to="/admin/ledger">
            <Trans>All movements</Trans>
          </Link>
        </p>
      )}
      <DeskSection desk={desk}>
        {({ items, next_cursor: next }) => (
          <div className="rack">
            {items.length === 0 && (
              <div className="p-4">
                <Empty title={<Trans>No movements here</Trans>} />
              </div>
            )}
            {items.map((transfer) => (
              <Movement key={transfer.id} transfer={transfer} />
            ))}
            {next && (
              <div className="grid justify-center p-4">
                <Button
                  kind="line"
                  onClick={() => setParams({ ...Object.fromEntries(params), before: next })}
                >
                  <Trans>Older movements</Trans>
                </Button>
              </div>
            )}
          </div>
        )}
      </DeskSection>
    </section>
  );
}
