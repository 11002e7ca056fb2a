import type { Settings } from '@klieg/contract';
import { canModerate, type Role } from '../rooms/index.ts';

/** Sounds that streamer and moderators may play in the room. */
export const CHAT_SOUNDS = ['applause', 'bell', 'cheer', 'chime', 'drumroll', 'fanfare', 'tada'] as const;
export type ChatSound = (typeof CHAT_SOUNDS)[number];

const MODES = ['all', 'tip_anytime', 'tip_recent', 'tokens'] as const;

/** What a line that begins with a slash asks for (W59). */
export type Command =
  | { readonly kind: 'play_sound'; readonly sound: ChatSound }
  | { readonly kind: 'set_mode'; readonly chatAllowed: Settings['chat_allowed'] }
  /** The page opens its dialog; nothing is spent by text. */
  | { readonly kind: 'tip_split' }
  | { readonly kind: 'refused'; readonly errorType: 'unknown_command' | 'not_allowed' | 'invalid_message' };

const isIn = <T extends string>(list: readonly T[], value: string | undefined): value is T =>
  value !== undefined && (list as readonly string[]).includes(value);

const refused = (errorType: 'unknown_command' | 'not_allowed' | 'invalid_message'): Command => ({
  kind: 'refused',
  errorType,
});

/** Reads somebody's command; an unknown one is refused and never relayed. */
export function readCommand(text: string, role: Role): Command {
  const [name = '', first, second, ...rest] = text.slice(1).trim().split(/\s+/);
  switch (name.toLowerCase()) {
    case 'play_sound':
      if (!canModerate(role)) return refused('not_allowed');
      return isIn(CHAT_SOUNDS, first) && second === undefined
        ? { kind: 'play_sound', sound: first }
        : refused('invalid_message');
    case 'setmode':
      if (role !== 'streamer') return refused('not_allowed');
      return isIn(MODES, first) && second === undefined
        ? { kind: 'set_mode', chatAllowed: first }
        : refused('invalid_message');
    case 'tip_split':
      if (role === 'streamer') return refused('not_allowed');
      return /^[1-9]\d{0,5}$/.test(first ?? '') && /^[1-9]\d?$/.test(second ?? '') && rest.length === 0
        ? { kind: 'tip_split' }
        : refused('invalid_message');
    default:
      return refused('unknown_command');
  }
}
