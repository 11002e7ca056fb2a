import { formatMoment } from '@klieg/i18n';
import { TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { Answer } from '../../shared/api/answers.ts';
import { lateApi } from '../../shared/api/late-client.ts';

type Row = Answer<'listHistory'>['items'][number];

/** Lines of the own statement that are searched, and those that are shown. */
const LOOKED_AT = '100';
const SHOWN = 5;

/**
 * The last tips between the reader and a person, out of the reader's own statement: nobody reads
 * another's.
 */
export function TipsOfPerson({ username }: { readonly username: string }) {
  const { i18n } = useLingui();
  const [rows, setRows] = useState<readonly Row[]>();
  useEffect(() => {
    const stop = new AbortController();
    lateApi.listHistory({ query: { kind: 'tip', limit: LOOKED_AT }, signal: stop.signal }).then(
      ({ items }) => setRows(items.filter(({ counterpart }) => counterpart === username).slice(0, SHOWN)),
      () => undefined,
    );
    return () => stop.abort();
  }, [username]);
  if (!rows || rows.length === 0) return null;
  return (
    <section className="grid gap-1">
      <span className="label">
        <Trans>Tips between you</Trans>
      </span>
      <ul>
        {rows.map((row) => (
          <li key={row.id} className="flex items-center gap-2 py-1">
            <time className="small text-ink-3" dateTime={row.at}>
              {formatMoment(Date.parse(row.at), i18n.locale)}
            </time>
            <span className="small grow truncate text-ink-2">{row.comment}</span>
            <TokenAmount amountTokens={Math.abs(row.tokens)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
