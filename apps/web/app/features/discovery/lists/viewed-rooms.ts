import type { Room, UserCard } from '@klieg/contract';
import { DAY_MS } from '@klieg/kernel/time';
import { readLocal, writeLocal } from '#app/shared/local-store.ts';

/** Rooms that a guest's browser remembers, and for how long (BROWSE-042). */
const VIEWED_MAX = 60;
const KEEP_MS = 30 * DAY_MS;
const KEY = 'viewed';

/** A room that a guest entered, with its card's data; its state comes from the lobby. */
export interface ViewedRoom {
  readonly viewedAt: number;
  readonly card: UserCard;
}

const isViewed = (entry: unknown): entry is ViewedRoom => {
  const { viewedAt, card } = (entry ?? {}) as Partial<ViewedRoom>;
  return typeof viewedAt === 'number' && typeof card?.username === 'string' && Array.isArray(card.tags);
};

/** The card of a room as its own page knows it; offline until the lobby says otherwise. */
const cardOfRoom = ({ user, userSetting }: Room): UserCard => ({
  id: user.id,
  username: user.username,
  displayName: user.displayName,
  gender: user.gender,
  age: user.age,
  country_code: user.country_code,
  languages: user.languages,
  status: 'offline',
  subjectText: '',
  avatarUrl: user.avatarUrl,
  profilePictureUrl: user.offlinePictureUrl,
  offlinePictureUrl: user.offlinePictureUrl,
  thumb_url: user.offlinePictureUrl ?? '',
  viewer_count: 0,
  ratings: { average: user.ratings.average, count: user.ratings.count },
  private_enabled: userSetting.private_enabled,
  private_cost: userSetting.private_cost,
  spy_cost: userSetting.spy.enabled ? userSetting.spy.cost : null,
  ticket_price: null,
  group_price: null,
  next_stream_at: null,
  fanclub: false,
  goal: null,
  tags: user.tags,
  region: null,
  studio_slug: null,
  is_following: false,
  fan_level: null,
  started_at: null,
  last_online_at: user.last_online_at,
  connection_quality: 0,
  flagList: [],
  media: [],
  referer_count: 0,
});

/** This browser's history, newest first; without entries older than 30 days. */
export const readViewed = (now = Date.now()): readonly ViewedRoom[] =>
  readLocal(KEY, (value) =>
    Array.isArray(value)
      ? value.filter(isViewed).filter(({ viewedAt }) => now - viewedAt < KEEP_MS)
      : undefined,
  ) ?? [];

/** A guest entered a room: it comes first from now on. */
export function rememberViewed(room: Room, now = Date.now()): void {
  const others = readViewed(now).filter(({ card }) => card.username !== room.user.username);
  writeLocal(KEY, [{ viewedAt: now, card: cardOfRoom(room) }, ...others].slice(0, VIEWED_MAX));
}

/** Forgets one room; all of them if no name is given. */
export function forgetViewed(username?: string): void {
  writeLocal(
    KEY,
    username === undefined ? [] : readViewed().filter(({ card }) => card.username !== username),
  );
}
