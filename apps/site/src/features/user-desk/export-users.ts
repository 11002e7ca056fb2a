import type { Stats } from '@klieg/contract';
import { AppError, type Clock, toInstant } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import type { AuditLog } from '../audit/index.ts';
import { type Account, isSuspended } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { UserDeskStore, UserQuery } from './user-desk-store.ts';

/** Most accounts of one file; if there are more there is no file, rather than a part of them. */
const ROWS_MAX = 10_000;
const COLUMNS = ['id', 'username', 'display_name', 'email', 'type', 'country', 'state', 'roles', 'joined'];

const rowOf = (account: Account, now: number): Stats['rows'][number] => [
  account.id,
  account.username,
  account.displayName,
  account.email ?? '',
  account.type,
  account.countryCode ?? '',
  isSuspended(account, now) ? 'suspended' : 'good',
  account.roles.join(' '),
  toInstant(account.createdAt),
];

/** All accounts that are found, as rows; the audit log says who took them along. @throws back_office.too_many */
export const makeExportUsers =
  (deps: {
    readonly store: Pick<UserDeskStore, 'list'>;
    readonly database: Pick<Database, 'kysely'>;
    readonly auditLog: Pick<AuditLog, 'note'>;
    readonly clock: Clock;
    readonly rowsMax?: number;
  }) =>
  async (wanted: Omit<UserQuery, 'before' | 'limit'>, caller: SiteCaller): Promise<Stats> => {
    const { rowsMax = ROWS_MAX } = deps;
    const found = await deps.store.list({ ...wanted, before: undefined, limit: rowsMax + 1 });
    if (found.length > rowsMax) throw new AppError('back_office.too_many');
    // The typed text may be the beginning of somebody's email address, which the log would keep.
    const { text, ...filters } = wanted;
    const asked = Object.entries(filters).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
    const detail = {
      ...Object.fromEntries(asked),
      ...(text && { text: 'searched' }),
      rows: String(found.length),
    };
    await deps.database.kysely
      .transaction()
      .execute((within) =>
        deps.auditLog.note(within, caller, { action: 'users.exported', target: 'accounts', detail }),
      );
    const now = deps.clock.now();
    return {
      columns: COLUMNS,
      rows: found.map((account) => rowOf(account, now)),
      totals: { accounts: found.length },
    };
  };
