import type { WheelName } from '@klieg/contract';
import { type AccountId, assert, type Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { PromoCredit } from './credit-store.ts';

/** The seed of somebody's spins of a wheel on a UTC day. */
export interface WheelBlock {
  readonly accountId: AccountId;
  readonly wheel: WheelName;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly seed: Buffer;
  readonly nextN: number;
}

/** A spin that was made. */
export interface Spin {
  /** That of its credit. */
  readonly id: Uuid;
  readonly accountId: AccountId;
  readonly wheel: WheelName;
  readonly day: string;
  readonly n: number;
  readonly clientSeed: string;
  readonly weights: readonly number[];
  readonly prizes: readonly number[];
  readonly slot: number;
  readonly at: Date;
}

/** A spin with its seed and what became of the prize. */
export interface KnownSpin extends Spin {
  readonly seed: Buffer;
  readonly tokens: number;
  readonly state: PromoCredit['state'];
}

type BlockKey = Pick<WheelBlock, 'accountId' | 'wheel' | 'day'>;

export interface WheelStore {
  /** The block of a day; made with the given seed if there is none. */
  openBlock(key: BlockKey, seed: Uint8Array): Promise<WheelBlock>;
  /** The same, locked: spins of one account are sequential. */
  lockBlock(transaction: Transaction, key: BlockKey): Promise<WheelBlock>;
  /** Uses up the spin that expires first. @returns its plan; undefined if none is left */
  takeGrant(
    transaction: Transaction,
    accountId: AccountId,
    wheel: WheelName,
    now: number,
  ): Promise<{ readonly plan: number | null } | undefined>;
  /** Keeps a spin; the next one of its block is the one after it. */
  add(transaction: Transaction, spin: Spin): Promise<void>;
  find(id: Uuid, within?: Transaction): Promise<KnownSpin | undefined>;
  /** Newest first. */
  list(accountId: AccountId, cursor: Uuid | undefined, limit: number): Promise<KnownSpin[]>;
}

interface BlockRow {
  readonly account_id: AccountId;
  readonly wheel: WheelName;
  readonly day: string;
  readonly seed: Buffer;
  readonly next_n: number;
}

const blockOf = (row: BlockRow): WheelBlock => ({
  accountId: row.account_id,
  wheel: row.wheel,
  day: row.day,
  seed: row.seed,
  nextN: row.next_n,
});

interface SpinRow extends Omit<BlockRow, 'next_n'> {
  readonly id: Uuid;
  readonly n: number;
  readonly client_seed: string;
  readonly weights: number[];
  readonly prizes: number[];
  readonly slot: number;
  readonly at: Date;
  readonly tokens: number;
  readonly state: PromoCredit['state'];
}

const spinOf = ({ account_id: accountId, client_seed: clientSeed, ...row }: SpinRow): KnownSpin => ({
  accountId,
  clientSeed,
  ...row,
});

const blockColumns = sql`account_id, wheel, day::text as day, seed, next_n`;
const spinColumns = sql`s.id, s.account_id, s.wheel, s.day::text as day, s.n, s.client_seed, s.weights, s.prizes,
  s.slot, s.at, b.seed, c.tokens, c.state`;
const spinTables = sql`wheel_spins s join wheel_blocks b using (account_id, wheel, day) join promo_credits c on c.id = s.id`;

export function makeWheelStore({ kysely }: Pick<Database, 'kysely'>): WheelStore {
  return {
    async openBlock({ accountId, wheel, day }, seed) {
      await sql`
        insert into wheel_blocks (account_id, wheel, day, seed)
        values (${accountId}, ${wheel}, ${day}, ${Buffer.from(seed)}) on conflict do nothing`.execute(kysely);
      const { rows } = await sql<BlockRow>`
        select ${blockColumns} from wheel_blocks
        where account_id = ${accountId} and wheel = ${wheel} and day = ${day}`.execute(kysely);
      assert(rows[0], 'a block that was made is there');
      return blockOf(rows[0]);
    },
    async lockBlock(transaction, { accountId, wheel, day }) {
      const { rows } = await sql<BlockRow>`
        select ${blockColumns} from wheel_blocks
        where account_id = ${accountId} and wheel = ${wheel} and day = ${day} for update`.execute(
        transaction,
      );
      assert(rows[0], 'a block is opened before it is locked');
      return blockOf(rows[0]);
    },
    async takeGrant(transaction, accountId, wheel, now) {
      const { rows } = await sql<{ plan: number | null }>`
        update spin_grants set spun_at = ${new Date(now)}
        where spun_at is null and key = (
          select key from spin_grants
          where account_id = ${accountId} and wheel = ${wheel} and spun_at is null and ends_at > ${new Date(now)}
          order by ends_at, key limit 1 for update)
        returning plan`.execute(transaction);
      return rows[0];
    },
    async add(transaction, spin) {
      const { id, accountId, wheel, day, n, clientSeed, weights, prizes, slot, at } = spin;
      await sql`
        insert into wheel_spins (id, account_id, wheel, day, n, client_seed, weights, prizes, slot, at)
        values (${id}, ${accountId}, ${wheel}, ${day}, ${n}, ${clientSeed}, ${[...weights]}, ${[...prizes]}, ${slot},
          ${at})`.execute(transaction);
      await sql`
        update wheel_blocks set next_n = ${n + 1}
        where account_id = ${accountId} and wheel = ${wheel} and day = ${day}`.execute(transaction);
    },
    async find(id, within) {
      const { rows } = await sql<SpinRow>`
        select ${spinColumns} from ${spinTables} where s.id = ${id}`.execute(within ?? kysely);
      return rows[0] && spinOf(rows[0]);
    },
    async list(accountId, cursor, limit) {
      const { rows } = await sql<SpinRow>`
        select ${spinColumns} from ${spinTables}
        where s.account_id = ${accountId} and (${cursor ?? null}::uuid is null or s.id < ${cursor ?? null}::uuid)
        order by s.id desc limit ${limit}`.execute(kysely);
      return rows.map(spinOf);
    },
  };
}
