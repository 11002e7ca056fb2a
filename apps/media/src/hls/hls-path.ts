/** What a request below `/live/hls/` names. */
export interface HlsAddress {
  readonly streamName: string;
  /** The path below the stream name, for example `source/media.m3u8`. */
  readonly path: string;
  /** The token of the form that carries it in the path, for players that cannot add it to each request. */
  readonly token: string | undefined;
}

/** A resource of a stream. */
export type HlsResource =
  | { readonly kind: 'master' }
  | { readonly kind: 'media'; readonly rendition: string }
  | { readonly kind: 'init'; readonly rendition: string; readonly msn: number }
  | { readonly kind: 'segment'; readonly rendition: string; readonly msn: number }
  | { readonly kind: 'part'; readonly rendition: string; readonly msn: number; readonly part: number };

/** Path of the list of renditions below the stream name. */
export const MASTER_PATH = 'index.m3u8';

const HLS_PATH = /^\/live\/hls\/(?:t\/([\w.~-]{1,2000})\/)?([\w-]{1,128})\/([\w./-]{1,128})$/;
const RENDITION = /^[\w-]{1,32}$/;
const BELOW =
  /^([\w-]{1,32})\/(?:(media)\.m3u8|(init)-(\d{1,12})\.mp4|(seg|part)-(\d{1,12})(?:\.(\d{1,4}))?\.m4s)$/;

/** True for an id that is allowed in a path. */
export const isRenditionId = (id: string): boolean => RENDITION.test(id);

/** Splits `/live/hls/{stream_name}/…` and `/live/hls/t/{token}/{stream_name}/…`; undefined for other paths. */
export function parseHlsPath(pathname: string): HlsAddress | undefined {
  const [, token, streamName, path] = HLS_PATH.exec(pathname) ?? [];
  return streamName && path ? { streamName, path, token } : undefined;
}

/** Reads the path below the stream name; undefined if it can name no resource. */
export function parseResource(path: string): HlsResource | undefined {
  if (path === MASTER_PATH) return { kind: 'master' };
  const [, rendition, media, init, initMsn, piece, pieceMsn, part] = BELOW.exec(path) ?? [];
  if (!rendition) return undefined;
  if (media) return { kind: 'media', rendition };
  if (init) return { kind: 'init', rendition, msn: Number(initMsn) };
  const msn = Number(pieceMsn);
  if (piece === 'seg') return part === undefined ? { kind: 'segment', rendition, msn } : undefined;
  return part === undefined ? undefined : { kind: 'part', rendition, msn, part: Number(part) };
}

/** Which playlist a player asks for. */
export interface PlaylistQuery {
  /** Wait until the playlist has this segment, or this part of it. */
  readonly until: { readonly msn: number; readonly part: number | undefined } | undefined;
  readonly canSkip: boolean;
}

const MSN = /^\d{1,12}$/;
const PART = /^\d{1,4}$/;

/** Reads `_HLS_msn`, `_HLS_part` and `_HLS_skip`; undefined when they are malformed. */
export function parsePlaylistQuery(query: URLSearchParams): PlaylistQuery | undefined {
  const msn = query.get('_HLS_msn');
  const part = query.get('_HLS_part');
  const skip = query.get('_HLS_skip');
  const canSkip = skip === 'YES' || skip === 'v2';
  if (msn === null) return part === null ? { until: undefined, canSkip } : undefined;
  if (!MSN.test(msn) || (part !== null && !PART.test(part))) return undefined;
  return { until: { msn: Number(msn), part: part === null ? undefined : Number(part) }, canSkip };
}
