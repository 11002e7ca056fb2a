import { buttonClass, Field, Input } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useMember } from '../../shared/me/me-store.ts';

/** The month before this one, in UTC: the one that is whole. */
function lastMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
}

/** The monthly file for acquirers; only for admins. */
export function MonthReport() {
  const user = useMember()?.user;
  const [month, setMonth] = useState(lastMonth);
  if (!user?.isAdmin && !user?.isSuperAdmin) return null;
  return (
    <div className="mod-month">
      <Field label={<Trans>Monthly report</Trans>}>
        <Input type="month" value={month} min="2024-01" onChange={(event) => setMonth(event.target.value)} />
      </Field>
      <a
        className={buttonClass({ kind: 'line', size: 'small' })}
        aria-disabled={month === '' || undefined}
        href={`/api/v1/mod/reports/monthly?month=${month || lastMonth()}&format=csv`}
        download={`cases-${month}.csv`}
      >
        <Trans>Download CSV</Trans>
      </a>
    </div>
  );
}
