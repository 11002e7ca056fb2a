import type { WallRoom } from '@klieg/contract';

/** A room of the wall that is live in public. */
export const wallRoomFixture = (username: string, its: Partial<WallRoom> = {}): WallRoom => ({
  user: { username, displayName: `The ${username}` },
  still_url: null,
  taken_at: '2026-11-29T10:00:00.000Z',
  risk: 0,
  show: 'public',
  viewers: 7,
  reports: 0,
  consent_ok: true,
  live_since: null,
  ...its,
});
