import type { ChatStatus, Gender, UserRole } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

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
  /** Viewers may ask to share their camera. */
  readonly cam2cam: boolean;
  /** The room shows a house. */
  readonly isVoyeurCam: boolean;
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

export interface ListedModelStore {
  /** Every model that lists may show. */
  listModels(): Promise<ListedModel[]>;
}

export const makeListedModelStore = ({ kysely }: Database): ListedModelStore => ({
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
      is_voyeur_cam: boolean;
    }>`
        select a.id, a.username, a.display_name, a.gender, a.birth_date, a.country_code, a.region, a.languages,
          a.tags, a.user_roles, a.avatar_url, a.picture_url, a.settings, a.created_at,
          r.status, r.subject, r.stream_name, r.height, r.started_at, r.last_online_at,
          r.rating_counts, a.is_voyeur_cam
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
      cam2cam: row.settings['cam2cam'] !== false,
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
      isVoyeurCam: row.is_voyeur_cam,
    }));
  },
});
