import type { Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../postgres/index.ts';

/** SHA-256 of a picture: of the received bytes, and of the redrawn ones. */
export interface PictureDigests {
  /** Null where only the redrawn picture is known. */
  readonly source: Buffer | null;
  readonly drawn: Buffer;
}

/**
 * Which files are withheld, and which pictures may not come back. Each entry has the id of what asked for it: two may
 * ask for the same, and it ends when both have withdrawn.
 */
export interface BlobRegister {
  isWithheld(blob: string): Promise<boolean>;
  withhold(within: Transaction, reasonId: Uuid, blobs: readonly string[]): Promise<void>;
  block(within: Transaction, reasonId: Uuid, digests: readonly Buffer[]): Promise<void>;
  /** Takes back all that was asked for with that id. */
  release(within: Transaction, reasonId: Uuid): Promise<void>;
  isBlocked(digests: PictureDigests): Promise<boolean>;
  /** Records a picture before its file exists, so that no search can miss it. */
  addPicture(blob: string, digests: PictureDigests): Promise<void>;
  /** The same for a picture stored earlier; existing records stay. */
  addDrawn(blob: string, drawn: Buffer): Promise<void>;
  /** All that these files are known by. */
  digestsOf(within: Transaction, blobs: readonly string[]): Promise<Buffer[]>;
  /** Pictures with one of these digests. */
  copiesOf(within: Transaction, digests: readonly Buffer[]): Promise<string[]>;
  /** Its file is gone. */
  forget(blob: string): Promise<void>;
}

export function makeBlobRegister({ kysely }: Pick<Database, 'kysely'>): BlobRegister {
  return {
    async isWithheld(blob) {
      const { rows } = await sql`
        select 1 from withheld_blobs where blob = ${blob}
        union all
        select 1 from picture_digests p join blocked_digests b on b.digest in (p.source_digest, p.drawn_digest)
        where p.blob = ${blob} limit 1`.execute(kysely);
      return rows.length > 0;
    },
    async withhold(within, reasonId, blobs) {
      await sql`insert into withheld_blobs (blob, reason_id) select unnest(${[...blobs]}::text[]), ${reasonId}
        on conflict do nothing`.execute(within);
    },
    async block(within, reasonId, digests) {
      await sql`insert into blocked_digests (digest, reason_id) select unnest(${[...digests]}::bytea[]), ${reasonId}
        on conflict do nothing`.execute(within);
    },
    async release(within, reasonId) {
      await sql`delete from withheld_blobs where reason_id = ${reasonId}`.execute(within);
      await sql`delete from blocked_digests where reason_id = ${reasonId}`.execute(within);
    },
    async isBlocked({ source, drawn }) {
      const { rows } = await sql`
        select 1 from blocked_digests where digest = any(${[source ?? drawn, drawn]}::bytea[]) limit 1`.execute(
        kysely,
      );
      return rows.length > 0;
    },
    async addPicture(blob, { source, drawn }) {
      await sql`insert into picture_digests (blob, source_digest, drawn_digest) values (${blob}, ${source}, ${drawn})
        on conflict (blob) do update set source_digest = excluded.source_digest, drawn_digest = excluded.drawn_digest`.execute(
        kysely,
      );
    },
    async addDrawn(blob, drawn) {
      await sql`insert into picture_digests (blob, drawn_digest) values (${blob}, ${drawn})
        on conflict (blob) do nothing`.execute(kysely);
    },
    async digestsOf(within, blobs) {
      const { rows } = await sql<{ digest: Buffer }>`
        select distinct d.digest from picture_digests p, unnest(array[p.source_digest, p.drawn_digest]) as d(digest)
        where p.blob = any(${[...blobs]}::text[]) and d.digest is not null`.execute(within);
      return rows.map(({ digest }) => digest);
    },
    async copiesOf(within, digests) {
      if (digests.length === 0) return [];
      const { rows } = await sql<{ blob: string }>`
        select blob from picture_digests
        where source_digest = any(${[...digests]}::bytea[]) or drawn_digest = any(${[...digests]}::bytea[])
        order by blob`.execute(within);
      return rows.map(({ blob }) => blob);
    },
    async forget(blob) {
      await sql`delete from picture_digests where blob = ${blob}`.execute(kysely);
    },
  };
}
