import type { Profile } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** What only the bio of a performer shows. */
export type Details = Pick<
  Profile,
  'ethnicity' | 'body' | 'city' | 'turn_ons' | 'schedule' | 'socialMedia' | 'recording_language'
>;

export const NO_DETAILS: Details = {
  ethnicity: null,
  body: null,
  city: '',
  turn_ons: '',
  schedule: [],
  socialMedia: { amazon: null, bluesky: null, instagram: null, twitter: null },
  recording_language: null,
};

/** Columns of `accounts` that a profile changes, and their types. */
const COLUMNS = {
  display_name: 'text',
  gender: 'text',
  about: 'text',
  languages: 'text[]',
  tags: 'text[]',
  region: 'text',
  country_code: 'text',
  show_age: 'boolean',
  display_age: 'integer',
} as const;
export type AccountFields = { readonly [K in keyof typeof COLUMNS]?: Profile[K] | undefined };
export const ACCOUNT_KEYS = Object.keys(COLUMNS) as readonly (keyof typeof COLUMNS)[];

export interface ProfileStore {
  /** What these people say of where they come from; absent: nothing. */
  ethnicitiesOf(
    ids: readonly AccountId[],
  ): Promise<ReadonlyMap<AccountId, NonNullable<Details['ethnicity']>>>;
  findDetails(id: AccountId, within?: Transaction): Promise<Details>;
  saveDetails(within: Transaction, id: AccountId, details: Details): Promise<void>;
  saveAccount(within: Transaction, id: AccountId, fields: AccountFields): Promise<void>;
}

interface Row extends Omit<Details, 'socialMedia'> {
  readonly social_media: Partial<Details['socialMedia']>;
}

export function makeProfileStore({ kysely }: Pick<Database, 'kysely'>): ProfileStore {
  return {
    async ethnicitiesOf(ids) {
      const { rows } = await sql<{ id: AccountId; ethnicity: NonNullable<Details['ethnicity']> }>`
        select account_id as id, ethnicity from profiles
        where account_id = any(${[...ids]}) and ethnicity is not null`.execute(kysely);
      return new Map(rows.map((row) => [row.id, row.ethnicity]));
    },
    async findDetails(id, within) {
      const { rows } = await sql<Row>`
        select ethnicity, body, city, turn_ons, schedule, social_media, recording_language
        from profiles where account_id = ${id}`.execute(within ?? kysely);
      if (!rows[0]) return NO_DETAILS;
      const { social_media: social, ...others } = rows[0];
      return { ...others, socialMedia: { ...NO_DETAILS.socialMedia, ...social } };
    },
    async saveDetails(within, id, one) {
      await sql`
        insert into profiles (account_id, ethnicity, body, city, turn_ons, schedule, social_media, recording_language)
        values (${id}, ${one.ethnicity}, ${one.body && JSON.stringify(one.body)}::jsonb, ${one.city}, ${one.turn_ons},
          ${JSON.stringify(one.schedule)}::jsonb, ${JSON.stringify(one.socialMedia)}::jsonb, ${one.recording_language})
        on conflict (account_id) do update set ethnicity = excluded.ethnicity, body = excluded.body,
          city = excluded.city, turn_ons = excluded.turn_ons, schedule = excluded.schedule,
          social_media = excluded.social_media, recording_language = excluded.recording_language`.execute(
        within,
      );
    },
    async saveAccount(within, id, fields) {
      const sets = ACCOUNT_KEYS.filter((key) => fields[key] !== undefined).map(
        (key) => sql`${sql.ref(key)} = ${fields[key]}::${sql.raw(COLUMNS[key])}`,
      );
      if (sets.length > 0) await sql`update accounts set ${sql.join(sets)} where id = ${id}`.execute(within);
    },
  };
}
