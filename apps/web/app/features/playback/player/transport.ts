import type { AskGrant, PlayGrant } from '../grant/play-grant.ts';
import type { PlayerState } from './player-state.ts';

/** A transport of the stream: fragments by WebSocket, playlists by hls.js or the browser, WebRTC. */
export type TransportName = 'ws' | 'hls' | 'native' | 'whep';

/** A rendition that may be asked for. */
export interface RenditionOption {
  readonly id: string;
  /** Undefined where it is not known yet. */
  readonly heightLines: number | undefined;
}

/** What has arrived so far. */
export interface LineCounters {
  /** As the container names them; empty before the first description. */
  readonly codecs: string;
  readonly bytesReceived: number;
}

export interface TransportOptions {
  readonly video: HTMLVideoElement;
  /** Fresh, for the first connection. */
  readonly grant: PlayGrant;
  readonly askGrant: AskGrant;
  /** Id of a rendition, or `auto`. */
  readonly wanted: string;
  readonly onState: (state: PlayerState) => void;
  /** Available choices, best first; may be called again. */
  readonly onRenditions: (renditions: readonly RenditionOption[]) => void;
  /** The browser does not allow automatic sound: the video is muted now. */
  readonly onSilenced: () => void;
  /** This way does not work here; the caller destroys it and may take another. */
  readonly onUnusable: () => void;
}

/** A stream that plays in a video element until it is destroyed. */
export interface Transport {
  setQuality(wanted: string): void;
  /** The room waits for its model: nothing arrives then, and that is no failure. */
  hold(isHeld: boolean): void;
  /** The machine has slept or the network has changed: what seems open may be dead. */
  wake(): void;
  /** Goes to the newest picture. */
  toLiveEdge(): void;
  /** Asks which renditions there are now. */
  refresh(): void;
  counters(): LineCounters;
  /** Stops for good and empties the video element; a repeat does nothing. */
  destroy(): void;
}

export type OpenTransport = (options: TransportOptions) => Transport;
