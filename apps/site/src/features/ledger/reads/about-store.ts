import type { Uuid } from '@klieg/kernel';
import type { Database } from '#site/platform/postgres/index.ts';
import { kindOfCode, type LedgerKind } from '../kinds.ts';

/** What a transfer was for, as it was noted with it. */
export interface TransferAbout {
  readonly ref?: { readonly type: string; readonly id: string };
  readonly detail?: Readonly<Record<string, unknown>>;
  /** Of a refund: the payment that it gives back, whose note the others are. */
  readonly refundOf?: { readonly id: Uuid; readonly kind: LedgerKind; readonly at: number };
}

interface Row {
  readonly id: Uuid;
  readonly ref_type: string | null;
  readonly ref_id: string | null;
  readonly detail: Record<string, unknown> | null;
  readonly original: Uuid | null;
  readonly kind: number | null;
  readonly at: Date | null;
}

export type AboutOf = (ids: readonly Uuid[]) => Promise<ReadonlyMap<Uuid, TransferAbout>>;

/** What these transfers were for; a refund has the note of its payment. */
export const makeAboutOf =
  ({ pool }: Pick<Database, 'pool'>): AboutOf =>
  async (ids) => {
    if (ids.length === 0) return new Map();
    const { rows } = await pool.query<Row>(
      `select t.id, coalesce(o.ref_type, t.ref_type) ref_type,
         case when o.ref_type is null then t.ref_id else o.ref_id end ref_id, coalesce(o.detail, t.detail) detail,
         o.id original, o.kind, o.created_at at
       from ledger.transfers t
         left join ledger.refunds r on r.original = t.cause and r.transfer_id = t.id
         left join lateral (select * from ledger.transfers p where p.id = r.original) o on true
       where t.id = any($1::uuid[])`,
      [[...new Set(ids)]],
    );
    return new Map(rows.map((row) => [row.id, toAbout(row)]));
  };

const toAbout = (row: Row): TransferAbout => ({
  ...(row.ref_type !== null && { ref: { type: row.ref_type, id: row.ref_id ?? '' } }),
  ...(row.detail !== null && { detail: row.detail }),
  ...(row.original !== null && {
    refundOf: { id: row.original, kind: kindOfCode(row.kind!), at: row.at!.getTime() },
  }),
});
