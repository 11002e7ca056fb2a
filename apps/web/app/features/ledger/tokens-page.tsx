import { formatAmount, formatDay } from '@klieg/i18n';
import { Button, Chip, Chips, Empty, ErrorBox } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useCallback, useState } from 'react';
import { useMember } from '../../shared/me/me-store.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { BalanceModule, LimitsModule, SpendModule } from './balance-modules.tsx';
import { filterRows, type StatementFilter } from './statement-rules.ts';
import { StatementFiles } from './statement-files.tsx';
import { StatementTable } from './statement-table.tsx';
import { TracePanel } from './trace-panel.tsx';
import { useHeld, useHeldNews } from './use-held.ts';
import { type Statement, useStatement } from './use-statement.ts';
import './account.css';

function Waiting() {
  return (
    <output className="grid gap-2 p-4" aria-busy="true">
      {Array.from({ length: 8 }, (_, row) => (
        <div key={row} className="skeleton h-8" />
      ))}
    </output>
  );
}

interface NoRowsProps {
  readonly filter: StatementFilter;
  readonly held: number;
  readonly onShowAll: () => void;
}

function NoRows({ filter, held, onShowAll }: NoRowsProps) {
  const { i18n } = useLingui();
  const isModel = useMember()?.user.type === 'model';
  if (filter === 'all' && isModel)
    return (
      <Empty title={<Trans>No transactions yet</Trans>}>
        <Trans>Every tip and show that you are paid for will be listed here.</Trans>
      </Empty>
    );
  if (filter === 'held')
    return held > 0 ? (
      <Empty title={<Trans>{formatAmount(held, i18n.locale)} tokens are held</Trans>}>
        <Trans>They appear in the statement when they are charged. What is not charged is released.</Trans>
      </Empty>
    ) : (
      <Empty title={<Trans>Nothing is held now</Trans>} />
    );
  return filter === 'all' ? (
    <Empty
      title={<Trans>No transactions yet</Trans>}
      action={
        <Button size="small" onClick={() => openModal('tokens', {})}>
          <Trans>Buy tokens</Trans>
        </Button>
      }
    >
      <Trans>Every purchase, tip and show will be listed here.</Trans>
    </Empty>
  ) : (
    <Empty
      title={<Trans>No matching rows</Trans>}
      action={
        <Button size="small" onClick={onShowAll}>
          <Trans>Show all</Trans>
        </Button>
      }
    />
  );
}

interface StatementSectionProps {
  readonly statement: Statement;
  readonly held: number;
  /** The row whose trace is open. */
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
}

function StatementSection({ statement, held, openId, onOpen }: StatementSectionProps) {
  const { t, i18n } = useLingui();
  const [filter, setFilter] = useState<StatementFilter>('all');
  const rows = filterRows(statement.rows, filter);
  const filters: { value: StatementFilter; text: string }[] = [
    { value: 'all', text: t`All` },
    { value: 'out', text: t`Out` },
    { value: 'in', text: t`In` },
    { value: 'held', text: t`Held` },
  ];
  return (
    <section className="statement" aria-label={t`Statement`}>
      <div className="statement-head">
        <h2 className="grow">
          <Trans>Statement</Trans>
        </h2>
        <Chips label={t`Rows`}>
          {filters.map(({ value, text }) => (
            <Chip key={value} pressed={filter === value} onPress={() => setFilter(value)}>
              {text}
            </Chip>
          ))}
        </Chips>
      </div>
      <div className="statement-rows">
        {statement.state === 'loading' && <Waiting />}
        {statement.state === 'failed' && (
          <div className="p-4">
            <ErrorBox title={<Trans>The statement did not load</Trans>} onRetry={statement.retry} />
          </div>
        )}
        {statement.state === 'ready' && rows.length > 0 && (
          <StatementTable rows={rows} openId={openId} onOpen={onOpen} />
        )}
        {statement.state === 'ready' && rows.length === 0 && (
          <div className="p-4">
            <NoRows filter={filter} held={held} onShowAll={() => setFilter('all')} />
          </div>
        )}
        {statement.hasMore && (
          <div className="grid justify-center gap-2 p-4">
            {statement.older === 'failed' && (
              <p className="field-error" role="alert">
                <Trans>The older rows did not load.</Trans>
              </p>
            )}
            <Button kind="line" busy={statement.older === 'loading'} onClick={statement.loadMore}>
              {statement.older === 'failed' ? <Trans>Try again</Trans> : <Trans>Older rows</Trans>}
            </Button>
          </div>
        )}
        {statement.archivedBefore && (
          <p className="small p-4 text-ink-2">
            <Trans>
              What is older than {formatDay(statement.archivedBefore, i18n.locale)} is kept in an archive. Ask
              support for it.
            </Trans>
          </p>
        )}
      </div>
      {statement.state === 'ready' && statement.rows.length > 0 && <StatementFiles />}
    </section>
  );
}

/**
 * Balance, spending, limits, and the statement with the trace of any row. None of it is shown before the visitor is
 * known: performers have other figures above the statement, which would move it.
 * @param credit modules about paying, between the two
 * @param earned shown to performers instead, who spend nothing
 */
export function TokensPage({ credit, earned }: { readonly credit?: ReactNode; readonly earned?: ReactNode }) {
  const me = useMember();
  const isModel = me?.user.type === 'model';
  const news = useHeldNews();
  const statement = useStatement(news);
  const held = useHeld(news, statement.rows[0]);
  const [openId, setOpenId] = useState<string>();
  const closeTrace = useCallback(() => setOpenId(undefined), []);
  return (
    <main id="main" className="account">
      <h1 className="visually-hidden">
        <Trans>Tokens</Trans>
      </h1>
      {!me && <div className="skeleton m-4 min-h-dvh" aria-busy="true" />}
      {isModel && earned}
      {me && !isModel && (
        <>
          <div className="rack account-top">
            <BalanceModule held={held} />
            <SpendModule held={held} />
            <LimitsModule held={held} />
          </div>
          {credit}
        </>
      )}
      {me && (
        <div className="account-statement">
          <StatementSection statement={statement} held={held} openId={openId} onOpen={setOpenId} />
          {openId && <TracePanel key={openId} id={openId} onClose={closeTrace} />}
        </div>
      )}
    </main>
  );
}
