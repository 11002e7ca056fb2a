import { AGE_OFFER_ID } from '@klieg/contract/features/age-check/limits';
import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

export interface AgeOfferStore {
  /** Opens the offer to an account; one that is open stays as it is, so that it is bought once. */
  offer(account: AccountId): Promise<void>;
}

export const makeAgeOfferStore = ({ kysely }: Pick<Database, 'kysely'>): AgeOfferStore => ({
  async offer(account) {
    await sql`
      insert into personal_offers (account_id, internal_id, amount_cents, starts_at, ends_at)
      select ${account}, internal_id, amount_cents, now(), now() + interval '100 years' from products
      where internal_id = ${AGE_OFFER_ID} on conflict do nothing`.execute(kysely);
  },
});
