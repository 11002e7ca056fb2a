import type { RoomRow, WatchRight } from '../../rooms/index.ts';
import type { SiteCaller } from '../../sessions/index.ts';

/** What the database knows of a caller's right to watch one room. */
export interface PlayFacts {
  /** Has given the room's password, or needs none. */
  readonly hasPassed: boolean;
  /** The caller needs a card in this room, and has none on file. */
  readonly isCardMissing: boolean;
  /** The caller's age has to be checked where they are, and was not. */
  readonly isAgeMissing: boolean;
  readonly right: WatchRight;
}

export type PlayDecision =
  | (Pick<WatchRight, 'meterId'> & { readonly mode: WatchRight['seatMode'] })
  | {
      readonly refusal:
        | 'rooms.password_required'
        | 'rooms.offline'
        | 'rooms.card_required'
        | 'compliance.age_verification_required'
        | 'broadcast.not_entitled';
    };

/** Whether the room has a running stream, in any mode. */
export const isShowing = ({ status, streamName }: RoomRow): boolean =>
  streamName !== null && (status === 'online' || status === 'private' || status === 'limited');

/** Whether a caller may watch a room now, and in which mode (S211). Only the first obstacle is reported. */
export function decidePlay(
  row: RoomRow,
  { isSuspended }: Pick<SiteCaller, 'isSuspended'>,
  { hasPassed, isCardMissing, isAgeMissing, right }: PlayFacts,
): PlayDecision {
  if (isAgeMissing) return { refusal: 'compliance.age_verification_required' };
  if (!hasPassed) return { refusal: 'rooms.password_required' };
  if (row.status === 'offline') return { refusal: 'rooms.offline' };
  if (isCardMissing) return { refusal: 'rooms.card_required' };
  if (right.rule.stream === 'none') return { refusal: 'broadcast.not_entitled' };
  if (!isShowing(row) || isSuspended) return { refusal: 'rooms.offline' };
  return { mode: right.seatMode, ...(right.meterId && { meterId: right.meterId }) };
}

/** What keeps a caller from the cameras of a house, whatever time they have there. */
export function decideCamera(
  { status }: Pick<RoomRow, 'status'>,
  { isSuspended }: Pick<SiteCaller, 'isSuspended'>,
  { hasPassed, isCardMissing, isAgeMissing, right }: PlayFacts,
): Extract<PlayDecision, { readonly refusal: unknown }>['refusal'] | undefined {
  if (isAgeMissing) return 'compliance.age_verification_required';
  if (!hasPassed) return 'rooms.password_required';
  if (status !== 'online' || isSuspended) return 'rooms.offline';
  if (isCardMissing) return 'rooms.card_required';
  return right.rule.stream === 'none' ? 'broadcast.not_entitled' : undefined;
}

/** Whether a caller may look into a running private now. Whether they may spy at all is decided elsewhere. */
export const mayPreview = (
  row: RoomRow,
  { isSuspended }: Pick<SiteCaller, 'isSuspended'>,
  { hasPassed, isCardMissing, isAgeMissing, right }: PlayFacts,
): boolean =>
  isShowing(row) && right.rule.preview && !isSuspended && hasPassed && !isCardMissing && !isAgeMissing;
