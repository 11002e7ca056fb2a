import type { ChatStatus, Gender, Locale, UserRole } from '@klieg/contract';
import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** The row of a room; a model who never broadcast has the defaults. */
export interface RoomRow {
  readonly accountId: AccountId;
  readonly status: ChatStatus;
  readonly previousStatus: ChatStatus | null;
  readonly subject: string;
  readonly subjectColor: string | null;
  readonly broadcastId: Uuid | null;
  /** Login session of the page that started the broadcast. */
  readonly sessionId: string | null;
  readonly streamName: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly streamingTech: 'obs' | 'webrtc';
  readonly standbyEnabled: boolean;
  readonly standbyNotificationsEnabled: boolean;
  readonly startedAt: Date | null;
  readonly goneAt: Date | null;
  readonly lastOnlineAt: Date | null;
  readonly version: number;
  readonly followers: number;
  /** How many gave one star, two stars … five stars. */
  readonly ratingCounts: readonly number[];
}

interface Row {
  readonly account_id: AccountId;
  readonly status: ChatStatus;
  readonly previous_status: ChatStatus | null;
  readonly subject: string;
  readonly subject_color: string | null;
  readonly broadcast_id: Uuid | null;
  readonly session_id: string | null;
  readonly stream_name: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly streaming_tech: 'obs' | 'webrtc';
  readonly standby_enabled: boolean;
  readonly standby_notifications_enabled: boolean;
  readonly started_at: Date | null;
  readonly gone_at: Date | null;
  readonly last_online_at: Date | null;
  readonly version: number;
  readonly followers: number;
  readonly rating_counts: number[];
}

/** A model in lists, with the state of the room. */
export interface ListedModel {
  readonly id: AccountId;
  readonly username: string;
  readonly displayName: string;
  readonly gender: Gender;
  readonly birthDate: string;
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
  readonly showHome: boolean;
  readonly blockedCountries: readonly string[];
  readonly blockedStates: readonly string[];
  readonly createdAt: Date;
  readonly status: ChatStatus;
  readonly subject: string;
  readonly streamName: string | null;
  readonly height: number | null;
  readonly startedAt: Date | null;
  readonly lastOnlineAt: Date | null;
  readonly ratingCounts: readonly number[];
}

/** The new values of a status change; what is absent stays. */
export interface RoomChange {
  readonly status: ChatStatus;
  readonly previousStatus?: ChatStatus | null;
  readonly broadcastId?: Uuid | null;
  readonly sessionId?: string | null;
  readonly streamName?: string | null;
  readonly width?: number | null;
  readonly height?: number | null;
  readonly streamingTech?: 'obs' | 'webrtc';
  readonly startedAt?: 'now' | null;
  readonly goneAt?: 'now' | null;
}

export interface StreamerChoices {
  readonly streamingTech?: 'obs' | 'webrtc';
  readonly standbyEnabled?: boolean;
  readonly standbyNotificationsEnabled?: boolean;
}

export interface RoomStore {
  get(accountId: AccountId): Promise<RoomRow>;
  findByBroadcast(broadcastId: Uuid): Promise<RoomRow | undefined>;
  /** Rooms that are not offline. */
  listOpen(): Promise<RoomRow[]>;
  /** Of these rooms those that are not offline, in no order. */
  listOpenOf(accountIds: readonly AccountId[]): Promise<RoomRow[]>;
  /**
   * Changes a room if nobody else has meanwhile.
   * @param also written in the same transaction, for example what has become true by the change
   * @returns the new row, or undefined when `version` has moved on: read again and decide again
   */
  change(
    accountId: AccountId,
    version: number,
    change: RoomChange,
    also?: (changed: RoomRow, transaction: Transaction) => Promise<void>,
  ): Promise<RoomRow | undefined>;
  /** The model's choices for broadcasting; what is absent stays. */
  saveStreamer(accountId: AccountId, choices: StreamerChoices): Promise<void>;
  setSubject(
    accountId: AccountId,
    subject: string,
    color: string | null,
    within?: Transaction,
  ): Promise<void>;
  /** Every model that lists may show. */
  listModels(): Promise<ListedModel[]>;
  /** True at most once in four hours: followers may be told now. */
  claimTellingFollowers(model: AccountId, within: Transaction): Promise<boolean>;
  /** Followers who want news, with an id above the given one, in order of id. */
  listFollowersForNews(
    model: AccountId,
    above: AccountId,
    limit: number,
  ): Promise<
    {
      readonly id: AccountId;
      readonly email: string;
      readonly isEmailConfirmed: boolean;
      readonly channels: string;
      /** Name of the site that the account belongs to. */
      readonly site: string;
      readonly locale: Locale;
    }[]
  >;
  follow(
    follower: AccountId,
    model: AccountId,
  ): Promise<{ readonly isNew: boolean; readonly followers: number }>;
  unfollow(follower: AccountId, model: AccountId): Promise<{ readonly followers: number }>;
  isFollowing(follower: AccountId, model: AccountId): Promise<boolean>;
  /** Usernames, newest first. */
  listFollowing(follower: AccountId, limit: number): Promise<string[]>;
}

const rowOf = (row: Row): RoomRow => ({
  accountId: row.account_id,
  status: row.status,
  previousStatus: row.previous_status,
  subject: row.subject,
  subjectColor: row.subject_color,
  broadcastId: row.broadcast_id,
  sessionId: row.session_id,
  streamName: row.stream_name,
  width: row.width,
  height: row.height,
  streamingTech: row.streaming_tech,
  standbyEnabled: row.standby_enabled,
  standbyNotificationsEnabled: row.standby_notifications_enabled,
  startedAt: row.started_at,
  goneAt: row.gone_at,
  lastOnlineAt: row.last_online_at,
  version: row.version,
  followers: row.followers,
  ratingCounts: row.rating_counts,
});

const emptyRow = (accountId: AccountId): RoomRow => ({
  accountId,
  status: 'offline',
  previousStatus: null,
  subject: '',
  subjectColor: null,
  broadcastId: null,
  sessionId: null,
  streamName: null,
  width: null,
  height: null,
  streamingTech: 'webrtc',
  standbyEnabled: false,
  standbyNotificationsEnabled: false,
  startedAt: null,
  goneAt: null,
  lastOnlineAt: null,
  version: 0,
  followers: 0,
  ratingCounts: [],
});

export function makeRoomStore({ kysely }: Database): RoomStore {
  /** Read in the transaction that changed it: the row stays locked, so that no two get the same number. */
  const countFollowers = async (model: AccountId, transaction: typeof kysely): Promise<number> => {
    const { rows } = await sql<{ followers: number }>`
      select followers from rooms where account_id = ${model}`.execute(transaction);
    return rows[0]?.followers ?? 0;
  };

  return {
    async get(accountId) {
      const { rows } = await sql<Row>`select * from rooms where account_id = ${accountId}`.execute(kysely);
      return rows[0] ? rowOf(rows[0]) : emptyRow(accountId);
    },
    async findByBroadcast(broadcastId) {
      const { rows } = await sql<Row>`select * from rooms where broadcast_id = ${broadcastId}`.execute(
        kysely,
      );
      return rows[0] && rowOf(rows[0]);
    },
    async listOpen() {
      const { rows } = await sql<Row>`select * from rooms where status <> 'offline'`.execute(kysely);
      return rows.map(rowOf);
    },
    async listOpenOf(accountIds) {
      if (accountIds.length === 0) return [];
      const { rows } = await sql<Row>`
        select * from rooms where account_id = any(${accountIds}) and status <> 'offline'`.execute(kysely);
      return rows.map(rowOf);
    },
    change: (accountId, version, change, also) =>
      kysely.transaction().execute(async (transaction) => {
        const set = <T>(name: string, value: T | undefined) =>
          value === undefined ? sql`${sql.ref(`rooms.${name}`)}` : sql`${value}`;
        const setTime = (name: string, value: 'now' | null | undefined) =>
          value === 'now' ? sql`now()` : set(name, value);
        await sql`
        insert into rooms (account_id) values (${accountId}) on conflict (account_id) do nothing`.execute(
          transaction,
        );
        const { rows } = await sql<Row>`
            update rooms set
              status = ${change.status},
              previous_status = ${set('previous_status', change.previousStatus)},
              broadcast_id = ${set('broadcast_id', change.broadcastId)},
              session_id = ${set('session_id', change.sessionId)},
              stream_name = ${set('stream_name', change.streamName)},
              width = ${set('width', change.width)},
              height = ${set('height', change.height)},
              streaming_tech = ${set('streaming_tech', change.streamingTech)},
              started_at = ${setTime('started_at', change.startedAt)},
              gone_at = ${setTime('gone_at', change.goneAt)},
              last_online_at = case when rooms.status in ('online', 'reconnecting', 'private', 'limited', 'standby')
                then now() else rooms.last_online_at end,
              version = version + 1
            where account_id = ${accountId} and version = ${version}
            returning *`.execute(transaction);
        const changed = rows[0] && rowOf(rows[0]);
        if (changed) await also?.(changed, transaction);
        return changed;
      }),
    async saveStreamer(accountId, { streamingTech, standbyEnabled, standbyNotificationsEnabled }) {
      await sql`
        insert into rooms (account_id, streaming_tech, standby_enabled, standby_notifications_enabled)
        values (${accountId}, ${streamingTech ?? 'webrtc'}, ${standbyEnabled ?? false},
          ${standbyNotificationsEnabled ?? false})
        on conflict (account_id) do update set
          -- A broadcast that runs keeps its own way in.
          streaming_tech = case when rooms.status = 'offline'
            then coalesce(${streamingTech ?? null}, rooms.streaming_tech) else rooms.streaming_tech end,
          standby_enabled = coalesce(${standbyEnabled ?? null}, rooms.standby_enabled),
          standby_notifications_enabled =
            coalesce(${standbyNotificationsEnabled ?? null}, rooms.standby_notifications_enabled)`.execute(
        kysely,
      );
    },
    async setSubject(accountId, subject, color, within) {
      await sql`
        insert into rooms (account_id, subject, subject_color) values (${accountId}, ${subject}, ${color})
        on conflict (account_id) do update set subject = excluded.subject, subject_color = excluded.subject_color`.execute(
        within ?? kysely,
      );
    },
    async listModels() {
      const { rows } = await sql<{
        id: AccountId;
        username: string;
        display_name: string;
        gender: Gender;
        birth_date: string;
        country_code: string | null;
        region: string | null;
        languages: string[];
        tags: string[];
        user_roles: UserRole[];
        avatar_url: string | null;
        picture_url: string | null;
        settings: Record<string, unknown>;
        created_at: Date;
        status: ChatStatus | null;
        subject: string | null;
        stream_name: string | null;
        height: number | null;
        started_at: Date | null;
        last_online_at: Date | null;
        rating_counts: number[] | null;
      }>`
        select a.id, a.username, a.display_name, a.gender, a.birth_date, a.country_code, a.region, a.languages,
          a.tags, a.user_roles, a.avatar_url, a.picture_url, a.settings, a.created_at,
          r.status, r.subject, r.stream_name, r.height, r.started_at, r.last_online_at,
          r.rating_counts
        from accounts a left join rooms r on r.account_id = a.id
        where a.type = 'model' and a.compliance_status = 'approved' and a.suspended_at is null`.execute(
        kysely,
      );
      return rows.map((row) => ({
        id: row.id,
        username: row.username,
        displayName: row.display_name,
        gender: row.gender,
        birthDate: row.birth_date,
        countryCode: row.country_code,
        region: row.region,
        languages: row.languages,
        tags: row.tags,
        roles: row.user_roles,
        avatarUrl: row.avatar_url,
        pictureUrl: row.picture_url,
        privateEnabled: (row.settings['private_enabled'] as boolean | undefined) ?? true,
        privateCost: (row.settings['private_cost'] as number | undefined) ?? 30,
        spyCost: (row.settings['spy_cost'] as number | undefined) ?? 6,
        showHome: row.settings['show_home'] !== 'NO',
        blockedCountries: (row.settings['blocked_countries'] as string[] | undefined) ?? [],
        blockedStates: (row.settings['blocked_states'] as string[] | undefined) ?? [],
        createdAt: row.created_at,
        status: row.status ?? 'offline',
        subject: row.subject ?? '',
        streamName: row.stream_name,
        height: row.height,
        startedAt: row.started_at,
        lastOnlineAt: row.last_online_at,
        ratingCounts: row.rating_counts ?? [],
      }));
    },
    async claimTellingFollowers(model, within) {
      const { rows } = await sql`
        update rooms set followers_told_at = now()
        where account_id = ${model}
          and (followers_told_at is null or followers_told_at < now() - interval '4 hours')
        returning 1`.execute(within);
      return rows.length > 0;
    },
    async listFollowersForNews(model, above, limit) {
      const { rows } = await sql<{
        id: AccountId;
        email: string;
        email_confirmed: boolean;
        channels: string;
        site: string;
        locale: Locale;
      }>`
        select a.id, a.email, a.email_confirmed, a.settings ->> 'featured_show_notification' as channels,
          a.site, coalesce(a.settings ->> 'locale', 'en') as locale
        from follows f join accounts a on a.id = f.follower_id
        where f.model_id = ${model} and a.id > ${above} and a.suspended_at is null
          and coalesce(a.settings ->> 'featured_show_notification', 'none') <> 'none'
        order by a.id limit ${limit}`.execute(kysely);
      return rows.map((row) => ({
        id: row.id,
        email: row.email,
        isEmailConfirmed: row.email_confirmed,
        channels: row.channels,
        site: row.site,
        locale: row.locale,
      }));
    },
    follow: (follower, model) =>
      kysely.transaction().execute(async (transaction) => {
        const { rows } = await sql`
          insert into follows (follower_id, model_id) values (${follower}, ${model})
          on conflict do nothing returning 1`.execute(transaction);
        return { isNew: rows.length > 0, followers: await countFollowers(model, transaction) };
      }),
    unfollow: (follower, model) =>
      kysely.transaction().execute(async (transaction) => {
        await sql`delete from follows where follower_id = ${follower} and model_id = ${model}`.execute(
          transaction,
        );
        return { followers: await countFollowers(model, transaction) };
      }),
    async isFollowing(follower, model) {
      const { rows } = await sql`
        select 1 from follows where follower_id = ${follower} and model_id = ${model}`.execute(kysely);
      return rows.length > 0;
    },
    async listFollowing(follower, limit) {
      const { rows } = await sql<{ username: string }>`
        select a.username from follows f join accounts a on a.id = f.model_id
        where f.follower_id = ${follower} order by f.created_at desc limit ${limit}`.execute(kysely);
      return rows.map((row) => row.username);
    },
  };
}
