import type { Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '#site/platform/postgres/index.ts';

/** Lets a charge be so old, and its next look be due; billers may be asked again. */
export async function ageCharge({ kysely }: Database, order: Uuid, minutes: number): Promise<void> {
  await sql`
    update order_charges set asked_at = now() - make_interval(mins => ${minutes}), look_at = now()
    where order_id = ${order} and decided_at is null`.execute(kysely);
  await sql`
    update orders set created_at = now() - make_interval(mins => ${minutes}) where id = ${order}`.execute(
    kysely,
  );
}

/** Lets the hour pass in which a biller wants not to be asked again. */
export const forgetLooks = ({ kysely }: Database) => sql`delete from biller_looks`.execute(kysely);
