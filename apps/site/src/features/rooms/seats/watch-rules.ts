import type { RoomMode, SeatMode } from '../room-mode.ts';
import type { Seat } from './seats.ts';

/**
 * What somebody on a seat may have of a show, in every form: the room's socket, the stream, the live picture in lists,
 * the free look, the recording and the card. One rule for all of them, so that picture and lines always agree.
 * Password, age, country and bans are checked besides it: they can only take away.
 */
export interface WatchRule {
  /** Lines of the show: with names, without the payer's, or none (F5). */
  readonly lines: 'named' | 'nameless' | 'none';
  /** Lines of people waiting outside. */
  readonly waitingLines: boolean;
  readonly canWrite: boolean;
  /** Renditions of the stream. */
  readonly stream: 'all' | 'none';
  /** The live picture of lists. */
  readonly thumbnail: boolean;
  /** A free look into it, once, at the lowest rendition (S401). */
  readonly preview: boolean;
  /** Whether a recording of it may be handed over, if one was made. */
  readonly recording: boolean;
  /** What the card of the room shows. */
  readonly card: 'live' | 'still';
}

const nothing: WatchRule = {
  lines: 'none',
  waitingLines: false,
  canWrite: false,
  stream: 'none',
  thumbnail: false,
  preview: false,
  recording: false,
  card: 'still',
};
const everything: WatchRule = {
  ...nothing,
  lines: 'named',
  waitingLines: true,
  canWrite: true,
  stream: 'all',
  thumbnail: true,
  card: 'live',
};
/** In a show of its own: its lines and picture, nothing from those who wait. */
const inside: WatchRule = { ...nothing, lines: 'named', canWrite: true, stream: 'all', recording: true };
/** People waiting to be let into a show: their own chat. */
const before: WatchRule = { ...nothing, waitingLines: true, canWrite: true };

/** The whole rule: by the mode of the room and the seat in it. */
export const watchRules: Readonly<Record<RoomMode, Readonly<Record<Seat, WatchRule>>>> = {
  public: {
    streamer: { ...everything, recording: true },
    staff: everything,
    member: everything,
    co_guest: everything,
    spy: everything,
    outside: everything,
  },
  private: {
    streamer: inside,
    // Staff opens any stream with a logged reason (S213) by a separate right, which is no seat.
    staff: before,
    member: inside,
    co_guest: { ...inside, recording: false },
    spy: { ...nothing, lines: 'nameless', stream: 'all' },
    outside: { ...before, preview: true },
  },
  limited: {
    streamer: inside,
    staff: before,
    member: inside,
    co_guest: { ...inside, recording: false },
    spy: before,
    outside: before,
  },
};

/**
 * How a line of the given mode reaches a seat: with names, without the payer's, or not (F5). A line of an ended show is
 * sent to nobody, whenever it comes: held by a moderator, or written as the show ended.
 */
export function lineRight(mode: RoomMode, seat: Seat, lineMode: SeatMode): WatchRule['lines'] {
  const rule = watchRules[mode][seat];
  if (lineMode !== 'public' && lineMode !== mode) return seat === 'streamer' ? 'named' : 'none';
  const isOfShow = mode === 'public' || lineMode !== 'public';
  if (isOfShow) return rule.lines;
  return rule.waitingLines ? 'named' : 'none';
}
