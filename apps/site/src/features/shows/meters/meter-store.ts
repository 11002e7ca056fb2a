import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import { askByKey, askTogether, type Database, type Transaction } from '#site/platform/postgres/index.ts';
import type { Meter } from './meter-rules.ts';

/** A meter as it is kept. */
export interface MeterRow extends Meter {
  readonly deliveredMs: number;
  /** Steps that the ledger was, or is about to be, asked for. */
  readonly dueSteps: number;
  /** How many of these are certainly paid. */
  readonly paidSteps: number;
  /** The total cost; null while it runs. */
  readonly finalTokens: number | null;
  readonly isClosed: boolean;
  readonly version: number;
}

/** Many meters that are counted at the same time are read and written together. */
export interface MeterStore {
  open(transaction: Transaction, meter: Meter): Promise<void>;
  /** Within a transaction on its own connection; otherwise combined with other reads. */
  find(id: Uuid, within?: Transaction): Promise<MeterRow | undefined>;
  /** Which of these are still counted. */
  listRunning(ids: readonly Uuid[]): Promise<ReadonlySet<Uuid>>;
  /** Kept until the transaction ends. */
  lock(transaction: Transaction, id: Uuid): Promise<MeterRow | undefined>;
  /** Writes what is due before asking the ledger. False: somebody else has changed it, or it has stopped. */
  note(
    row: Pick<MeterRow, 'id' | 'version'>,
    next: Pick<MeterRow, 'deliveredMs' | 'dueSteps' | 'paidSteps'>,
  ): Promise<boolean>;
  /** From here on nothing more is counted, and this is what it costs. */
  stop(
    transaction: Transaction,
    id: Uuid,
    end: Pick<MeterRow, 'deliveredMs' | 'dueSteps'> & { readonly finalTokens: number },
  ): Promise<void>;
  /** The ledger has the end, and this was charged in all. */
  close(id: Uuid, chargedTokens: number): Promise<void>;
}

interface Row {
  readonly meter_id: Uuid;
  readonly show_id: Uuid;
  readonly kind: Meter['kind'];
  readonly payer_id: AccountId;
  readonly receiver_id: AccountId;
  readonly price: number;
  readonly ahead_seconds: number;
  readonly startup_tokens: number;
  readonly delivered_ms: number;
  readonly due_steps: number;
  readonly paid_steps: number;
  readonly final_tokens: number | null;
  readonly closed_at: Date | null;
  readonly version: number;
}

const rowOf = (row: Row): MeterRow => ({
  id: row.meter_id,
  showId: row.show_id,
  kind: row.kind,
  payerId: row.payer_id,
  receiverId: row.receiver_id,
  price: row.price,
  aheadSeconds: row.ahead_seconds,
  startupTokens: row.startup_tokens,
  deliveredMs: Number(row.delivered_ms),
  dueSteps: row.due_steps,
  paidSteps: row.paid_steps,
  finalTokens: row.final_tokens,
  isClosed: row.closed_at !== null,
  version: row.version,
});

type Noted = Parameters<MeterStore['note']>;

/** If a meter occurs twice only its first note is written, as if the others had come later. */
const firstOfEach = (notes: readonly Noted[]): readonly Noted[] => [
  ...new Map(notes.toReversed().map((note) => [note[0].id, note])).values(),
];

export function makeMeterStore({ kysely }: Pick<Database, 'kysely'>): MeterStore {
  const list = async (ids: readonly Uuid[], within?: Transaction) => {
    const { rows } = await sql<Row>`select * from show_meters where meter_id = any(${ids})`.execute(
      within ?? kysely,
    );
    return new Map(rows.map((row) => [row.meter_id, rowOf(row)]));
  };
  const findTogether = askByKey((ids: readonly Uuid[]) => list(ids));

  /**
   * One that somebody else has locked is being changed or stopped: waiting for it could hold up, or block, all others.
   */
  const noteMany = askTogether(async (notes: readonly Noted[]) => {
    const wanted = firstOfEach(notes);
    const { rows } = await sql<{ id: Uuid }>`
      with free as (
        select m.meter_id, n.* from show_meters m
        join unnest(${wanted.map(([{ id }]) => id)}::uuid[], ${wanted.map(([{ version }]) => version)}::bigint[],
          ${wanted.map(([, { deliveredMs }]) => deliveredMs)}::bigint[], ${wanted.map(([, { dueSteps }]) => dueSteps)}::int[],
          ${wanted.map(([, { paidSteps }]) => paidSteps)}::int[]) n (id, was, delivered, due, paid) on m.meter_id = n.id
        where m.version = n.was and m.final_tokens is null
        for update of m skip locked)
      update show_meters m set delivered_ms = free.delivered, due_steps = free.due, paid_steps = free.paid,
        version = m.version + 1
      from free where m.meter_id = free.id returning m.meter_id id`.execute(kysely);
    const written = new Set(rows.map(({ id }) => id));
    return notes.map((note) => wanted.includes(note) && written.has(note[0].id));
  });

  return {
    async open(transaction, meter) {
      await sql`
        insert into show_meters
          (meter_id, show_id, kind, payer_id, receiver_id, price, ahead_seconds, startup_tokens)
        values (${meter.id}, ${meter.showId}, ${meter.kind}, ${meter.payerId}, ${meter.receiverId}, ${meter.price},
          ${meter.aheadSeconds}, ${meter.startupTokens})
        on conflict (meter_id) do nothing`.execute(transaction);
    },
    find: async (id, within) => (within ? (await list([id], within)).get(id) : findTogether(id)),
    async listRunning(ids) {
      const { rows } = await sql<{ id: Uuid }>`
        select meter_id id from show_meters where meter_id = any(${[...ids]}::uuid[]) and final_tokens is null`.execute(
        kysely,
      );
      return new Set(rows.map(({ id }) => id));
    },
    async lock(transaction, id) {
      const { rows } = await sql<Row>`
        select * from show_meters where meter_id = ${id} for update`.execute(transaction);
      return rows[0] && rowOf(rows[0]);
    },
    note: (row, next) => noteMany([row, next]),
    async stop(transaction, id, { deliveredMs, dueSteps, finalTokens }) {
      await sql`
        update show_meters set delivered_ms = ${deliveredMs}, due_steps = ${dueSteps}, final_tokens = ${finalTokens},
          version = version + 1
        where meter_id = ${id} and final_tokens is null`.execute(transaction);
    },
    async close(id, chargedTokens) {
      await sql`
        update show_meters set closed_at = now(), paid_steps = due_steps, final_tokens = ${chargedTokens},
          version = version + 1
        where meter_id = ${id} and closed_at is null`.execute(kysely);
    },
  };
}
