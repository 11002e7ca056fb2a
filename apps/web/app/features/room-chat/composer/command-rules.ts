/** What the reader is in the room, as far as commands ask. */
export interface CommandRights {
  readonly isStreamer: boolean;
  readonly canModerate: boolean;
}

/** A command as its help shows it; words between braces are to be chosen. */
const PLAY_SOUND = '/play_sound {applause|bell|cheer|chime|drumroll|fanfare|tada}';
const SET_MODE = '/setmode {all|tip_anytime|tip_recent|tokens}';

/** The commands that fit what is typed after a slash, of those that this person may use (W59). */
export function offerCommands(text: string, { isStreamer, canModerate }: CommandRights): readonly string[] {
  const typed = /^\/(\S*)/.exec(text)?.[0].toLowerCase();
  if (typed === undefined) return [];
  const allowed = [...(canModerate || isStreamer ? [PLAY_SOUND] : []), ...(isStreamer ? [SET_MODE] : [])];
  return allowed.filter((command) =>
    text.includes(' ') ? command.startsWith(`${typed} `) : command.startsWith(typed),
  );
}

/** Whether a text asks for a tip that is split among viewers. */
export const isTipSplit = (text: string): boolean => /^\/tip_split\b/iu.test(text);
