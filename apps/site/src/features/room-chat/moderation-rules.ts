import type { ModerationAction } from '@klieg/contract';
import { MINUTE_MS } from '@klieg/kernel/time';
import type { Role } from '../rooms/index.ts';

/** What somebody asks to be done to a person in a room. */
export interface SanctionWish {
  readonly username: string;
  readonly action: 'ban' | 'unban' | 'kick' | 'silence' | 'unsilence';
  readonly minutes?: number | undefined;
  readonly reason?: string | undefined;
  readonly messageId?: string | undefined;
}

/** Default minutes if none are given; absent: until lifted (http page, 12). */
const DEFAULT_MINUTES = { kick: 60, guest: 1_440 };

/**
 * Whether one role may sanction another (rule S2710): nobody the streamer or staff, moderators no moderator, nobody
 * themselves, and viewers nobody.
 */
export const mayModerate = (actor: Role, subject: Role, isSelf: boolean): boolean =>
  !isSelf &&
  actor !== 'viewer' &&
  (subject === 'viewer' || (subject === 'moderator' && actor !== 'moderator'));

/** When a sanction ends, in Unix milliseconds; null: when it is lifted. */
export function endOf(
  action: 'ban' | 'kick' | 'silence',
  { minutes, isGuest }: { readonly minutes: number | undefined; readonly isGuest: boolean },
  nowMs: number,
): number | null {
  const most = isGuest ? Math.min(minutes ?? DEFAULT_MINUTES.guest, DEFAULT_MINUTES.guest) : minutes;
  const length = action === 'kick' ? (minutes ?? DEFAULT_MINUTES.kick) : most;
  return length === undefined ? null : nowMs + length * MINUTE_MS;
}

const done = {
  ban: 'has been banned',
  unban: 'has been unbanned',
  kick: 'has been kicked',
  silence: 'has been silenced',
  unsilence: 'may write again',
  moderator: 'has been made a moderator',
  unmoderator: 'is no moderator any more',
  clear: 'The chat has been cleared',
  delete_message: 'A message has been removed',
};

/**
 * The chat's text for an action.
 * @param name of the person concerned; absent for readers who may not know it
 */
export function moderationText(
  action: ModerationAction,
  name: string | undefined,
  value?: number | null,
): string {
  const isOn = (value ?? 0) > 0;
  if (action === 'slow_mode') return isOn ? `Slow mode: one message each ${value} s` : 'Slow mode is off';
  if (action === 'shield') return isOn ? 'Shield mode is on' : 'Shield mode is off';
  if (action === 'clear' || action === 'delete_message') return done[action];
  return `${name ?? 'A user'} ${done[action]}`;
}
