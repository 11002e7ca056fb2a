import { assertNever } from '@klieg/kernel';

/*
 * One room socket of the page as a pure machine (rules S107 to S109, W8): it waits for the lobby, asks
 * which node serves the room, joins there, and after a loss begins again with discovery.
 */

export type RoomRole = 'viewer' | 'moderator' | 'streamer' | 'model_admin' | 'site_mod';

export type RoomPhase =
  | { readonly kind: 'off' }
  | { readonly kind: 'awaiting-lobby' }
  | { readonly kind: 'discovering'; readonly requestId: string }
  | { readonly kind: 'joining' }
  | { readonly kind: 'joined'; readonly role: RoomRole }
  | { readonly kind: 'retry'; readonly delayMs: number }
  | { readonly kind: 'left'; readonly reason: LeaveReason };

export type LeaveReason =
  | 'closed'
  | 'origin'
  | 'malformed'
  | 'ended'
  | 'banned'
  | 'not-found'
  | 'too-old'
  | 'too-many-pages'
  | 'password'
  | 'region-or-age';

export type RoomEvent =
  | { readonly type: 'open' }
  | { readonly type: 'lobby-looked-at'; readonly isReady: boolean; readonly requestId: string }
  | {
      readonly type: 'discovered';
      readonly requestId: string | undefined;
      readonly server: string;
      readonly nodeToken: string;
    }
  | {
      readonly type: 'not-discovered';
      readonly requestId: string | undefined;
      readonly errorType: string;
      readonly retryAfterMs: number | undefined;
    }
  | { readonly type: 'discover-timeout'; readonly requestId: string }
  | { readonly type: 'join-timeout' }
  | { readonly type: 'joined'; readonly role: RoomRole }
  | { readonly type: 'closed'; readonly code: number }
  | { readonly type: 'retry-due' }
  | { readonly type: 'shown' }
  | { readonly type: 'leave' };

export type RoomEffect =
  /** Look again after 100 ms whether the lobby is ready. */
  | { readonly do: 'look-at-lobby'; readonly delayMs: number }
  | { readonly do: 'discover'; readonly requestId: string }
  | { readonly do: 'join'; readonly server: string; readonly nodeToken: string }
  | { readonly do: 'wait'; readonly delayMs: number }
  | { readonly do: 'close' }
  | { readonly do: 'reload' };

export type RoomStep = readonly [next: RoomPhase, effects: readonly RoomEffect[]];

/** How often the page looks for the lobby (CONSTANTS-026). */
export const LOBBY_LOOK_MS = 100;
/** Wait before discovery after a lost room socket (CONSTANTS-027). */
export const DISCOVERY_RETRY_MS = 1_000;
const RATE_WAIT_MS = 30_000;

const LEFT_FOR: Readonly<Record<number, LeaveReason>> = {
  1000: 'closed',
  1008: 'origin',
  4400: 'malformed',
  4402: 'ended',
  4403: 'banned',
  4404: 'not-found',
  4406: 'too-old',
  4409: 'too-many-pages',
  4423: 'password',
  4451: 'region-or-age',
};
const REFUSED_FOR: Readonly<Record<string, LeaveReason>> = {
  not_found: 'not-found',
  banned: 'banned',
  password_required: 'password',
  age_required: 'region-or-age',
  region_blocked: 'region-or-age',
};

const look = (delayMs: number): RoomStep => [{ kind: 'awaiting-lobby' }, [{ do: 'look-at-lobby', delayMs }]];
const retry = (delayMs: number): RoomStep => [{ kind: 'retry', delayMs }, [{ do: 'wait', delayMs }]];

function afterClose(code: number): RoomStep {
  const reason = LEFT_FOR[code];
  if (reason === 'ended' || reason === 'too-old') return [{ kind: 'left', reason }, [{ do: 'reload' }]];
  if (reason) return [{ kind: 'left', reason }, []];
  // A moved room is looked up at once (W32).
  if (code === 4410) return look(0);
  return retry(code === 4429 ? RATE_WAIT_MS : DISCOVERY_RETRY_MS);
}

/** The next phase and the actions; an event that does not fit the phase changes nothing. */
export function stepRoom(phase: RoomPhase, event: RoomEvent): RoomStep {
  const same: RoomStep = [phase, []];
  switch (event.type) {
    case 'open':
      // The password may have been given meanwhile: then the room lets the page in.
      return phase.kind === 'off' || (phase.kind === 'left' && phase.reason === 'password') ? look(0) : same;
    case 'lobby-looked-at':
      if (phase.kind !== 'awaiting-lobby') return same;
      return event.isReady
        ? [
            { kind: 'discovering', requestId: event.requestId },
            [{ do: 'discover', requestId: event.requestId }],
          ]
        : look(LOBBY_LOOK_MS);
    case 'discovered':
      // An answer to an older question is stale: its token may be used up.
      return phase.kind === 'discovering' && (event.requestId ?? phase.requestId) === phase.requestId
        ? [{ kind: 'joining' }, [{ do: 'join', server: event.server, nodeToken: event.nodeToken }]]
        : same;
    case 'not-discovered': {
      if (phase.kind !== 'discovering' || (event.requestId ?? phase.requestId) !== phase.requestId)
        return same;
      const reason = REFUSED_FOR[event.errorType];
      return reason
        ? [{ kind: 'left', reason }, []]
        : retry(Math.max(DISCOVERY_RETRY_MS, event.retryAfterMs ?? 0));
    }
    case 'discover-timeout':
      return phase.kind === 'discovering' && phase.requestId === event.requestId ? look(0) : same;
    case 'join-timeout': {
      if (phase.kind !== 'joining') return same;
      const [waiting, effects] = retry(DISCOVERY_RETRY_MS);
      return [waiting, [{ do: 'close' }, ...effects]];
    }
    case 'joined':
      return phase.kind === 'joining' ? [{ kind: 'joined', role: event.role }, []] : same;
    case 'closed':
      return phase.kind === 'joining' || phase.kind === 'joined' ? afterClose(event.code) : same;
    case 'retry-due':
      return phase.kind === 'retry' ? look(0) : same;
    case 'shown':
      return phase.kind === 'left' && phase.reason === 'too-many-pages' ? look(0) : same;
    case 'leave':
      return [{ kind: 'left', reason: 'closed' }, [{ do: 'close' }]];
    default:
      return assertNever(event);
  }
}
