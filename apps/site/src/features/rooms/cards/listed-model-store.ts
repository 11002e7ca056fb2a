import type { ChatStatus, Gender, UserRole } from '@klieg/contract';
import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import { openRolesOf } from '../../identity/index.ts';
import type { Database } from '#site/platform/postgres/index.ts';

/** A model in lists, with the state of the room. */
export interface ListedModel {
  readonly id: AccountId;
  readonly username: string;
  readonly displayName: string;
  readonly gender: Gender;
  readonly birthDate: string;
  readonly showAge: boolean;
  readonly displayAge: number | null;
  readonly countryCode: string | null;
  readonly region: string | null;
  readonly languages: readonly string[];
  readonly tags: readonly string[];
  readonly roles: readonly UserRole[];
  readonly avatarUrl: string | null;
  readonly pictureUrl: string | null;
  readonly privateEnabled: boolean;
  readonly privateCost: number;
  readonly spyCost: number;
  /** Viewers may ask to share their camera. */
  readonly cam2cam: boolean;
  /** The room shows a house. */
  readonly isVoyeurCam: boolean;
  /** Staff features the performer. */
  readonly isFeatured: boolean;
  /** The broadcast has sound alone. */
  readonly isAudioOnly: boolean;
  readonly hasFanClub: boolean;
  readonly showHome: boolean;
  readonly blockedCountries: readonly string[];
  readonly blockedStates: readonly string[];
  readonly createdAt: Date;
  /** When the performer was first approved; null: not yet. */
  readonly approvedAt: Date | null;
  readonly status: ChatStatus;
  readonly subject: string;
  readonly streamName: string | null;
  readonly broadcastId: Uuid | null;
  readonly height: number | null;
  readonly startedAt: Date | null;
  readonly lastOnlineAt: Date | null;
  readonly ratingCounts: readonly number[];
}

export interface ListedModelStore {
  /** Which of these people lists may show. */
  listModels(ids: readonly AccountId[]): Promise<ListedModel[]>;
  /**
   * Ids of performers whose account changed lately, whether lists may show them or not; a change that is written while it
   * is asked may be missing, so ask about more time than has passed.
   */
  listChanged(withinMs: number): Promise<AccountId[]>;
  /** Ids of performers whose room is open. */
  listOpenIds(): Promise<AccountId[]>;
  /** Ids of performers whom lists may show, ascending, after this one. */
  listModelIds(after: number, limit: number): Promise<AccountId[]>;
}

interface ListedRow {
  readonly id: AccountId;
  readonly username: string;
  readonly display_name: string;
  readonly gender: Gender;
  readonly birth_date: string;
  readonly show_age: boolean;
  readonly display_age: number | null;
  readonly country_code: string | null;
  readonly region: string | null;
  readonly languages: string[];
  readonly tags: string[];
  readonly user_roles: UserRole[];
  readonly dvr_minutes: number;
  readonly avatar_url: string | null;
  readonly picture_url: string | null;
  readonly private_enabled: boolean;
  readonly private_cost: number;
  readonly spy_cost: number;
  readonly cam2cam: boolean;
  readonly fanclub_enabled: boolean;
  readonly show_home: boolean;
  readonly blocked_countries: string[];
  readonly blocked_states: string[];
  readonly created_at: Date;
  readonly approved_at: Date | null;
  readonly status: ChatStatus | null;
  readonly subject: string | null;
  readonly stream_name: string | null;
  readonly broadcast_id: Uuid | null;
  readonly height: number | null;
  readonly started_at: Date | null;
  readonly last_online_at: Date | null;
  readonly rating_counts: number[] | null;
  readonly is_voyeur_cam: boolean;
  readonly is_featured: boolean;
  readonly audio_only: boolean;
  readonly is_listed: boolean;
}

const modelOf = (row: ListedRow): ListedModel => ({
  id: row.id,
  username: row.username,
  displayName: row.display_name,
  gender: row.gender,
  birthDate: row.birth_date,
  showAge: row.show_age,
  displayAge: row.display_age,
  countryCode: row.country_code,
  region: row.region,
  languages: row.languages,
  tags: row.tags,
  roles: openRolesOf(row.user_roles, row.dvr_minutes),
  avatarUrl: row.avatar_url,
  pictureUrl: row.picture_url,
  privateEnabled: row.private_enabled,
  privateCost: row.private_cost,
  cam2cam: row.cam2cam,
  spyCost: row.spy_cost,
  hasFanClub: row.fanclub_enabled,
  showHome: row.show_home,
  blockedCountries: row.blocked_countries,
  blockedStates: row.blocked_states,
  createdAt: row.created_at,
  approvedAt: row.approved_at,
  status: row.status ?? 'offline',
  subject: row.subject ?? '',
  streamName: row.stream_name,
  broadcastId: row.broadcast_id,
  height: row.height,
  startedAt: row.started_at,
  lastOnlineAt: row.last_online_at,
  ratingCounts: row.rating_counts ?? [],
  isVoyeurCam: row.is_voyeur_cam,
  isFeatured: row.is_featured,
  isAudioOnly: row.audio_only,
});

const IS_LISTED = sql`type = 'model' and compliance_status = 'approved' and suspended_at is null`;
const textsOf = (key: string) =>
  sql`array(select jsonb_array_elements_text(coalesce(nullif(a.settings->${sql.lit(key)}, 'null'), '[]')))`;

export function makeListedModelStore({ kysely }: Pick<Database, 'kysely'>): ListedModelStore {
  const idsBy = async (query: ReturnType<typeof sql<{ id: AccountId }>>): Promise<AccountId[]> =>
    (await query.execute(kysely)).rows.map(({ id }) => id);
  return {
    async listModels(ids) {
      if (ids.length === 0) return [];
      const { rows } = await sql<ListedRow>`
        select a.id, a.username, a.display_name, a.gender, a.birth_date, a.show_age, a.display_age, a.country_code, a.region, a.languages,
          a.tags, a.user_roles, a.avatar_url, a.picture_url, a.created_at, a.approved_at, a.is_voyeur_cam, a.is_featured,
          coalesce((a.settings->>'private_enabled')::boolean, true) private_enabled,
          coalesce((a.settings->>'private_cost')::int, 30) private_cost,
          coalesce((a.settings->>'spy_cost')::int, 6) spy_cost,
          coalesce((a.settings->>'dvr_minutes')::int, 0) dvr_minutes,
          coalesce((a.settings->>'cam2cam')::boolean, true) cam2cam,
          coalesce((a.settings->>'fanclub_enabled')::boolean, false) fanclub_enabled,
          coalesce((a.settings->>'audio_only')::boolean, false) audio_only,
          coalesce(a.settings->>'show_home', 'YES') <> 'NO' show_home,
          ${textsOf('blocked_countries')} blocked_countries, ${textsOf('blocked_states')} blocked_states,
          -- Not as a condition: then the index of all performers would be read for these few.
          a.type = 'model' and a.compliance_status = 'approved' and a.suspended_at is null is_listed,
          r.status, r.subject, r.stream_name, r.broadcast_id, r.height, r.started_at, r.last_online_at, r.rating_counts
        from accounts a left join rooms r on r.account_id = a.id
        where a.id = any(${[...ids]})`.execute(kysely);
      return rows.filter((row) => row.is_listed).map(modelOf);
    },
    listChanged: (withinMs) =>
      idsBy(sql<{ id: AccountId }>`
        select account_id id from listed_changes
        where changed_at > clock_timestamp() - make_interval(secs => ${withinMs / 1_000})`),
    listOpenIds: () =>
      idsBy(sql<{ id: AccountId }>`select account_id id from rooms where status <> 'offline'`),
    listModelIds: (after, limit) =>
      idsBy(sql<{ id: AccountId }>`
        select id from accounts where ${IS_LISTED} and id > ${after} order by id limit ${limit}`),
  };
}
