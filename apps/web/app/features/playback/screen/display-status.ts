import type { ChatMode, ChatStatus } from '@klieg/contract';

/** What the picture's place shows (rule S210); `online` is the only one with a picture. */
export type DisplayStatus =
  | 'user_error'
  | 'user_loading'
  | 'password_required'
  | 'offline'
  | 'guest_overlay'
  /** From the visitor's age check, before everything that would be a picture. */
  | 'age_required'
  | 'cc_required'
  | 'connected'
  | 'limited'
  | 'private'
  | 'standby'
  | 'online';

export interface DisplayInput {
  /** The room entity of the page. */
  readonly entity: 'loading' | 'ready' | 'error';
  /** The room has a password and it was not passed. */
  readonly isPasswordRequired: boolean;
  readonly status: ChatStatus;
  readonly isGuestOverlayShown: boolean;
  /** A card is needed and none is on file. */
  readonly isCardRequired: boolean;
  readonly mode: ChatMode;
}

/** The display status, first match wins in this exact order (LIVE-VIDEO-030). */
export function displayStatus(input: DisplayInput): DisplayStatus {
  const { entity, status, mode } = input;
  if (entity === 'error') return 'user_error';
  if (entity === 'loading') return 'user_loading';
  if (input.isPasswordRequired) return 'password_required';
  if (status === 'offline') return 'offline';
  if (input.isGuestOverlayShown) return 'guest_overlay';
  if (input.isCardRequired) return 'cc_required';
  if (status === 'connected' || status === 'reconnecting') return 'connected';
  if (status === 'limited' && mode !== 'limited') return 'limited';
  if (status === 'private' && mode !== 'private' && mode !== 'spy') return 'private';
  if (status === 'standby') return 'standby';
  return 'online';
}
