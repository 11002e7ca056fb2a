import type { AskGrant } from '../grant/play-grant.ts';
import type { PlaybackSample } from './playback-facts.ts';
import type { PlayerState } from './player-state.ts';
import type { OpenTransport, RenditionOption, TransportName } from './transport.ts';

/** What a page shows of a player. */
export interface PlayerView {
  readonly state: PlayerState;
  /** Undefined before the first connection. */
  readonly transport: TransportName | undefined;
  /** Available choices, best first; empty if there is no choice. */
  readonly renditions: readonly RenditionOption[];
  /** Id of a rendition, or `auto`. */
  readonly wanted: string;
  /** The browser did not allow automatic sound. */
  readonly isSilenced: boolean;
  /** There has been a picture, which stays during a reconnect. */
  readonly hasPlayed: boolean;
  /** The shown picture is from the past. */
  readonly isPast?: boolean;
}

export interface PlayerOptions {
  readonly video: HTMLVideoElement;
  readonly askGrant: AskGrant;
  /** The only way to play, where the page's address names one. */
  readonly forced: TransportName | undefined;
  readonly wanted: string;
  readonly onView: (view: PlayerView) => void;
  /** It was stopped for good. */
  readonly onEnd?: () => void;
}

/** A room that plays, in whichever way works here. */
export interface Player {
  readonly view: PlayerView;
  setQuality(wanted: string): void;
  /** Says that the room waits for its model: the last picture stays. */
  hold(isHeld: boolean): void;
  /** Plays on, from the newest picture. */
  toLiveEdge(): void;
  /** Plays the past, with the caller's code; when that ends, the live picture is back. */
  goBack(open: OpenTransport): Promise<void>;
  /** Plays the live picture again; where it plays already nothing happens. */
  toLive(): void;
  /** Asks which renditions there are now. */
  refresh(): void;
  /** Reconnects, with another transport if there is one. */
  changeWay(): void;
  sample(): PlaybackSample;
  /** Stops for good and empties the video element; a repeat does nothing. */
  destroy(): void;
}
