import type { AuditEntry } from '@klieg/contract';
import { formatAmount, formatDayTime } from '@klieg/i18n';
import { Button, Empty, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { deskApi } from './desk-api.ts';
import { DeskSection } from './desk-section.tsx';
import { useDesk } from './use-desk.ts';

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const { i18n } = useLingui();
  const orderId = /^order:(.+)$/u.exec(entry.target)?.[1];
  const accountId = /^account:(\d+)$/u.exec(entry.target)?.[1];
  const place = orderId ? `/admin/orders/${orderId}` : accountId && `/admin/users/${accountId}`;
  return (
    <li className="audit-entry">
      <time className="figure small text-ink-2" dateTime={entry.at}>
        {formatDayTime(entry.at, i18n.locale)}
      </time>
      <span className="audit-words">
        <b>{entry.action}</b>{' '}
        {place ? (
          <Link className="desk-link" to={place}>
            {entry.target}
          </Link>
        ) : (
          entry.target
        )}
        {Object.entries(entry.detail).map(([name, value]) => (
          <span key={name} className="block text-ink-2">
            {name}: {value}
          </span>
        ))}
      </span>
      <span className={entry.actor === 'system' ? 'text-ink-3' : 'audit-person'}>{entry.actor}</span>
      <span className="small figure text-ink-3" title={entry.hash}>
        #{formatAmount(entry.number, i18n.locale)} {entry.hash.slice(0, 8)}
      </span>
    </li>
  );
}

/** Reckons the chain again when asked. */
function ChainCheck() {
  const [isAsked, setAsked] = useState(false);
  return (
    <div className="p-4">
      {isAsked ? (
        <CheckedChain />
      ) : (
        <Button kind="line" onClick={() => setAsked(true)}>
          <Trans>Check the chain</Trans>
        </Button>
      )}
    </div>
  );
}

function CheckedChain() {
  const { i18n } = useLingui();
  const desk = useDesk('chain', (signal) => deskApi.checkAudit({ signal }));
  return (
    <DeskSection desk={desk}>
      {({ entries, head, broken_at: brokenAt }) =>
        brokenAt === null ? (
          <Notice tone="ok" title={<Trans>It has not been tampered with</Trans>}>
            <Trans>
              {formatAmount(entries, i18n.locale)} entries are consistent, up to {head?.slice(0, 16) ?? '—'}.
            </Trans>
          </Notice>
        ) : (
          <Notice tone="bad" title={<Trans>The chain is broken</Trans>}>
            <Trans>Entry #{formatAmount(brokenAt, i18n.locale)} was changed after it was written.</Trans>
          </Notice>
        )
      }
    </DeskSection>
  );
}

/** `/admin/audit`: what staff did, newest first, and the check of its chain. */
export function AuditPage() {
  const [params, setParams] = useSearchParams();
  const cursor = params.get('before');
  const target = params.get('target');
  const desk = useDesk(params.toString(), (signal) =>
    deskApi.listAudit({
      query: { limit: '50', ...(cursor && { cursor }), ...(target && { target }) },
      signal,
    }),
  );
  return (
    <section>
      <ChainCheck />
      <DeskSection desk={desk}>
        {({ items, next_cursor: next }) =>
          items.length === 0 ? (
            <div className="p-4">
              <Empty title={<Trans>No actions yet</Trans>}>
                <Trans>Staff actions are listed here, with their reason and who took them.</Trans>
              </Empty>
            </div>
          ) : (
            <>
              <ul className="audit-list">
                {items.map((entry) => (
                  <Entry key={entry.number} entry={entry} />
                ))}
              </ul>
              {next && (
                <div className="grid justify-center p-4">
                  <Button
                    kind="line"
                    onClick={() => setParams({ ...Object.fromEntries(params), before: next })}
                  >
                    <Trans>Older entries</Trans>
                  </Button>
                </div>
              )}
            </>
          )
        }
      </DeskSection>
    </section>
  );
}
