import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';
import type { Discount } from './prices/discount-store.ts';
import { isOn, type Private } from './privates/private-rules.ts';
import { type PrivateRow, privateOf } from './privates/private-row.ts';

/** The open shows of a room. */
export interface OpenShows {
  readonly show: Private | undefined;
  /** Oldest first. */
  readonly requests: readonly Private[];
  readonly discount: Discount | undefined;
}

/** The same for each room that has any, in one query. */
export type ReadOpenShows = (roomIds: readonly AccountId[]) => Promise<Map<AccountId, OpenShows>>;

type Row = Partial<PrivateRow> & {
  readonly room: AccountId;
  readonly rate: number | null;
  readonly seconds_left: number | null;
};

const openOf = (rows: readonly Row[]): OpenShows => {
  const [{ rate, seconds_left: secondsLeft }] = rows as [Row];
  const shows = rows
    .filter((row): row is Row & PrivateRow => row.show_id !== null && row.show_id !== undefined)
    .map(privateOf);
  return {
    show: shows.find(isOn),
    requests: shows.filter(({ state }) => state === 'requested'),
    discount: rate === null ? undefined : { rate, secondsLeft: secondsLeft ?? 0 },
  };
};

export const makeReadOpenShows =
  ({ kysely }: Pick<Database, 'kysely'>): ReadOpenShows =>
  async (roomIds) => {
    const { rows } = await sql<Row>`
      select asked.room, d.rate, ceil(extract(epoch from d.until - clock_timestamp()))::int seconds_left, p.*
      from unnest(${[...roomIds]}::bigint[]) asked (room)
      left join private_discounts d on d.room_id = asked.room and d.until > clock_timestamp()
      left join privates p on p.room_id = asked.room
        and p.state in ('requested', 'starting', 'running', 'settling')
      where d.room_id is not null or p.room_id is not null
      order by p.asked_at`.execute(kysely);
    return new Map([...Map.groupBy(rows, ({ room }) => room)].map(([room, its]) => [room, openOf(its)]));
  };
