/** The reader's role in the room, as far as commands depend on it. */
export interface CommandRights {
  readonly isStreamer: boolean;
  readonly canModerate: boolean;
}

/** A command as its help shows it; words between braces are to be chosen. */
const PLAY_SOUND = '/play_sound {applause|bell|cheer|chime|drumroll|fanfare|tada}';
const TIP_SPLIT = '/tip_split {tokens} {people}';
const SET_MODE = '/setmode {all|tip_anytime|tip_recent|tokens}';

/** Commands that match the text after a slash and that this person may use (W59). */
export function offerCommands(text: string, { isStreamer, canModerate }: CommandRights): readonly string[] {
  const typed = /^\/(\S*)/.exec(text)?.[0].toLowerCase();
  if (typed === undefined) return [];
  const allowed = [
    ...(canModerate || isStreamer ? [PLAY_SOUND] : []),
    ...(isStreamer ? [SET_MODE] : [TIP_SPLIT]),
  ];
  return allowed.filter((command) =>
    text.includes(' ') ? command.startsWith(`${typed} `) : command.startsWith(typed),
  );
}

/** Initial values of a split proposal; the dialog asks for missing or invalid ones. */
export interface SplitWish {
  readonly amount?: number;
  readonly splitters?: number;
}

/** What a text asks for that begins with /tip_split, else undefined (LEDGER-TIP-011). */
export function readTipSplit(text: string): SplitWish | undefined {
  if (!/^\/tip_split(?:\s|$)/iu.test(text)) return undefined;
  const [amount, splitters] = text
    .trim()
    .split(/\s+/u)
    .slice(1)
    .map((word) => (/^\d{1,6}$/u.test(word) ? Number(word) : undefined));
  return { ...(amount !== undefined && { amount }), ...(splitters !== undefined && { splitters }) };
}
