import {
  CACHING,
  type HlsAnswer,
  mediaAnswer,
  parsePast,
  playlistAnswer,
  type PlaylistBody,
  playlistBody,
  refuse,
} from '../hls/index.ts';
import { type ChunkLog, type Piece, TARGET_SECONDS } from './chunk-log.ts';
import { pastMaster, pastPlaylist, type PastVariant } from './past-playlist.ts';
import type { Stills } from './stills.ts';

/** A request by somebody who may go back. */
export interface PastRequest {
  /** The path below the stream name, for example `source/past.m3u8`. */
  readonly path: string;
  /** Renditions that the token allows; undefined: all. */
  readonly allowed: readonly string[] | undefined;
  readonly acceptsGzip: boolean;
}

/** What there is to answer with. */
export interface PastShelf {
  readonly logs: ReadonlyMap<string, ChunkLog>;
  readonly stills: Stills;
  /** How far back viewers may go; 0: not at all. */
  readonly windowMs: number;
  /** Unix milliseconds. */
  readonly nowMs: number;
}

const SOURCE = 'source';
/** Of the newest playlist, which is another one with the next piece. */
const LIST_CACHING = 'public, max-age=1';
/** A picture that is asked for by its time may be followed by a nearer one. */
const STILL_CACHING = 'private, max-age=30';

/** The playlist of each log; an hour's list is long, and all who have gone back request it. */
const made = new WeakMap<ChunkLog, { readonly key: string; readonly body: PlaylistBody }>();

/** The pieces of the source in the window, with which the lists of all renditions begin. */
function listedOf(pieces: readonly Piece[], windowMs: number): readonly Piece[] {
  const newest = pieces.at(-1);
  if (!newest) return [];
  const fromMs = newest.startMs + newest.durationMs - windowMs;
  const first = pieces.findIndex(({ startMs }) => startMs >= fromMs);
  return pieces.slice(Math.max(0, first));
}

/** A smaller rendition's counterparts of the source's pieces; empty if some are missing. */
function besideOf(pieces: readonly Piece[], first: Piece): readonly Piece[] {
  const from = pieces.findIndex(({ msn }) => msn === first.msn);
  return from < 0 ? [] : pieces.slice(from);
}

/**
 * Even a smaller rendition that is always made begins a moment after the source, at the next common keyframe: the
 * window may begin this many pieces later so that it can be listed.
 */
const LATE_PIECES_MAX = 8;

/** A growing list is never cut below three target durations (RFC 8216bis, 6.2.2). */
const LENGTH_MS_MIN = 3 * TARGET_SECONDS * 1_000;

/**
 * The first piece in a source's latest lists: a piece that has left a list must not come back, as it would when a
 * smaller rendition ends or the window becomes longer.
 */
const begun = new WeakMap<ChunkLog, number>();

/** The piece the lists begin with. @param source at least one */
function firstOf(source: readonly Piece[], logs: PastShelf['logs']): Piece {
  const [oldest, newest] = [source[0]!, source.at(-1)!];
  const lengthFrom = ({ startMs }: Piece): number => newest.startMs + newest.durationMs - startMs;
  const starts = [...logs.values()].map(({ pieces }) => pieces[0]?.msn ?? 0);
  const latest = Math.max(...starts.filter((msn) => msn <= oldest.msn + LATE_PIECES_MAX), oldest.msn);
  const first = source.find(({ msn }) => msn === latest) ?? oldest;
  return lengthFrom(first) < LENGTH_MS_MIN ? oldest : first;
}

/** What is listed of each rendition that is playable from the window's beginning. */
function listed({ logs, windowMs }: PastShelf): PastVariant[] {
  const log = logs.get(SOURCE);
  const before = (log && begun.get(log)) ?? 0;
  const all = listedOf(log?.pieces ?? [], windowMs).filter(({ msn }) => msn >= before);
  if (!log || all.length === 0) return [];
  const first = firstOf(all, logs);
  begun.set(log, first.msn);
  const source = all.slice(all.indexOf(first));
  return [...logs].flatMap(([rendition, log]) => {
    const pieces = rendition === SOURCE ? source : besideOf(log.pieces, first);
    return pieces.length > 0 ? [{ rendition, pieces }] : [];
  });
}

const json = (value: unknown): HlsAnswer => ({
  status: 200,
  headers: {
    'content-type': 'application/json',
    'cache-control': CACHING.none,
    'x-content-type-options': 'nosniff',
  },
  body: Buffer.from(JSON.stringify(value)),
});

/** From when to when the past goes, and what time it is here, in Unix milliseconds. */
function windowAnswer(shelf: PastShelf): HlsAnswer {
  const pieces = listed(shelf).find(({ rendition }) => rendition === SOURCE)?.pieces;
  const [first, last] = [pieces?.[0], pieces?.at(-1)];
  if (!first || !last) return refuse(404);
  return json({
    from: Math.round(first.dateMs),
    until: Math.round(last.dateMs + last.durationMs),
    now: shelf.nowMs,
  });
}

function listAnswer(shelf: PastShelf, rendition: string, acceptsGzip: boolean): HlsAnswer {
  const log = shelf.logs.get(rendition);
  const pieces = listed(shelf).find((variant) => variant.rendition === rendition)?.pieces;
  if (!log || !pieces) return refuse(404);
  const key = `${log.version} ${pieces[0]!.msn}`;
  const before = made.get(log);
  const body = before?.key === key ? before.body : playlistBody(pastPlaylist(pieces));
  made.set(log, { key, body });
  return playlistAnswer(body, LIST_CACHING, acceptsGzip);
}

function stillAnswer({ stills }: PastShelf, seconds: number): HlsAnswer {
  const body = stills.find(seconds * 1_000);
  if (!body) return refuse(404);
  const type = { 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' };
  return { status: 200, headers: { ...type, 'cache-control': STILL_CACHING }, body };
}

function masterAnswer(shelf: PastShelf, { allowed, acceptsGzip }: PastRequest): HlsAnswer {
  const open = listed(shelf).filter(({ rendition }) => allowed?.includes(rendition) !== false);
  if (open.length === 0) return refuse(404);
  return playlistAnswer(playlistBody(pastMaster(open)), CACHING.none, acceptsGzip);
}

/** Answers from what is kept; 404 for anything else. */
export async function answerPast(request: PastRequest, shelf: PastShelf): Promise<HlsAnswer> {
  const resource = parsePast(request.path);
  if (!resource || shelf.windowMs <= 0) return refuse(404);
  if (resource.kind === 'master') return masterAnswer(shelf, request);
  if (resource.kind === 'window') return windowAnswer(shelf);
  if (resource.kind === 'still') return stillAnswer(shelf, resource.seconds);
  const { rendition } = resource;
  if (request.allowed?.includes(rendition) === false) return refuse(403);
  if (resource.kind === 'media') return listAnswer(shelf, rendition, request.acceptsGzip);
  const log = shelf.logs.get(rendition);
  if (resource.kind === 'init') {
    const init = log?.pieces.find((piece) => piece.init.msn === resource.msn)?.init;
    return init ? mediaAnswer(init.data) : refuse(404);
  }
  const piece = log?.pieces.find(({ msn }) => msn === resource.msn);
  const data = piece && (await log!.read(piece));
  return data ? mediaAnswer(data) : refuse(404);
}
