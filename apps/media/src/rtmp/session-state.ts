import { assertNever } from '@klieg/kernel';
import type { Handshake } from './wire/handshake.ts';
import type { RtmpLimits } from './limits.ts';
import type { MediaIntake } from './media-intake.ts';
import type { RtmpEnd, RtmpPublication } from './publication.ts';

/** What an encoder says of itself. */
export interface About {
  readonly app: string;
  readonly encoder: string | undefined;
}

/** Where a connection to an encoder is, from its first byte to its end. Times are monotonic milliseconds. */
export type SessionState =
  | { readonly kind: 'handshake'; readonly handshake: Handshake }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'connected'; readonly about: About }
  /** The key is being checked; what arrives is held unread. */
  | { readonly kind: 'authorizing'; readonly held: Buffer[] }
  | {
      readonly kind: 'publishing';
      readonly publication: RtmpPublication;
      readonly intake: MediaIntake;
      readonly sinceMs: number;
    }
  /** Our side is closed; what arrives is dropped until the other side closes as well. */
  | { readonly kind: 'lingering'; readonly reason: RtmpEnd; readonly untilMs: number }
  | { readonly kind: 'closed'; readonly reason: RtmpEnd };

/** When a connection opened and last brought media, in monotonic milliseconds. */
export interface SessionTimes {
  readonly openedMs: number;
  readonly lastMediaMs: number | undefined;
}

/** When a connection that stays in this state is cut; never: Infinity. */
export function deadlineMs(
  state: SessionState,
  { openedMs, lastMediaMs }: SessionTimes,
  limits: RtmpLimits,
): number {
  switch (state.kind) {
    case 'handshake':
    case 'connecting':
      return openedMs + limits.connectMs;
    case 'connected':
    case 'authorizing':
      return openedMs + limits.publishMs;
    case 'publishing':
      return (lastMediaMs ?? state.sinceMs) + limits.silentMs;
    case 'lingering':
      return state.untilMs;
    case 'closed':
      return Infinity;
    default:
      return assertNever(state);
  }
}
