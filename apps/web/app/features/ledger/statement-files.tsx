import { buttonClass, Select } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { type BookPeriod, BOOK_PERIODS, daysOf } from './book-periods.ts';

/** One's books of a period as a file. */
export function StatementFiles() {
  const { t } = useLingui();
  const [period, setPeriod] = useState<BookPeriod>('this-month');
  const words: Record<BookPeriod, string> = {
    'this-month': t`This month`,
    'last-month': t`Last month`,
    'this-year': t`This year`,
    'last-year': t`Last year`,
  };
  const [now] = useState(() => new Date());
  const { from, to } = daysOf(period, now);
  const hrefOf = (format: string) => `/api/v1/billing/statement?from=${from}&to=${to}&format=${format}`;
  return (
    <div className="statement-files">
      <span className="small grow text-ink-2">
        <Trans>For your books, days in UTC</Trans>
      </span>
      <Select
        aria-label={t`Period`}
        className="w-auto"
        value={period}
        onChange={(event) => setPeriod(event.target.value as BookPeriod)}
      >
        {BOOK_PERIODS.map((name) => (
          <option key={name} value={name}>
            {words[name]}
          </option>
        ))}
      </Select>
      <a className={buttonClass({ kind: 'line', size: 'small' })} href={hrefOf('csv')} download>
        CSV
      </a>
      <a className={buttonClass({ kind: 'line', size: 'small' })} href={hrefOf('pdf')} download>
        PDF
      </a>
    </div>
  );
}
