import { AUTO } from '../player/player-state.ts';
import type { RenditionOption } from '../player/transport.ts';

/** The needed properties of an hls.js level. */
export interface HlsLevel {
  readonly url: readonly string[];
  readonly height: number;
}

/** Level that leaves the choice to hls.js. */
const LEVEL_AUTO = -1;

/** Id of the rendition behind a level: the folder of its playlist. */
export const renditionOfLevel = (level: HlsLevel | undefined): string =>
  /\/([\w-]{1,32})\/media\.m3u8/u.exec(level?.url[0] ?? '')?.[1] ?? '';

/** The levels as they may be asked for, best first. */
export const renditionsOfLevels = (levels: readonly HlsLevel[]): RenditionOption[] =>
  levels
    .map((level) => ({ id: renditionOfLevel(level), heightLines: level.height || undefined }))
    .filter(({ id }) => id !== '')
    .toSorted((one, other) => (other.heightLines ?? 0) - (one.heightLines ?? 0));

/** Number of the level of a rendition; -1, which is the choice of hls.js, for `auto` and unknown ones. */
export const levelOfRendition = (levels: readonly HlsLevel[], wanted: string): number =>
  wanted === AUTO ? LEVEL_AUTO : levels.findIndex((level) => renditionOfLevel(level) === wanted);
