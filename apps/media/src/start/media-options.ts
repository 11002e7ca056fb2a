import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { Bus } from '@klieg/contract/bus';
import type { Clock, Log } from '@klieg/kernel';
import { usableCores } from '@klieg/processes';
import type { Drained } from '../control/leaving.ts';
import type { UpgradeRequest } from '../edge/sockets/viewer-gate.ts';
import type { RecordingsOptions } from '../recording/recordings.ts';

/** Figures that an operator may change; the defaults are those of the documents. */
export interface MediaSettings {
  readonly maxKbps: number;
  readonly fragmentMs: number;
  readonly silentMs: number;
  /** A publisher that is gone has this long to come back to its viewers. */
  readonly reconnectMs: number;
  /** Renditions of a stream, its source among them. */
  readonly renditionsMax: number;
  /** Cores that all transcoding together may use. */
  readonly transcodeCores: number;
  readonly healthMs: number;
  readonly thumbnailMs: number;
  readonly publishersMax: number;
  readonly viewersMax: number;
  readonly viewersPerSessionMax: number;
  /** Heartbeat interval of each process; one that stays silent too long is gone. */
  readonly heartbeatMs: number;
  readonly nodeSilentMs: number;
  /** How long another process's stream is still fetched when nobody watches it. */
  readonly relayIdleMs: number;
  readonly relayStreamsMax: number;
  /** Connections of edges to this origin, one per edge and rendition. */
  readonly relayLinksMax: number;
  /** Bytes of playlists and pieces that this edge caches of other processes' streams. */
  readonly hlsKeptBytesMax: number;
}

export const MEDIA_SETTINGS: MediaSettings = {
  maxKbps: 2_500,
  fragmentMs: 80,
  silentMs: 3_000,
  reconnectMs: 60_000,
  renditionsMax: 4,
  transcodeCores: usableCores() / 2,
  healthMs: 5_000,
  thumbnailMs: 10_000,
  publishersMax: 200,
  viewersMax: 10_000,
  viewersPerSessionMax: 16,
  heartbeatMs: 2_000,
  nodeSilentMs: 5_000,
  relayIdleMs: 10_000,
  relayStreamsMax: 5_000,
  relayLinksMax: 20_000,
  hlsKeptBytesMax: 256 * 1024 * 1024,
};

/** Where a media process listens, what it may use, and who it works with. */
export interface MediaOptions {
  /** Name of this process in facts. */
  readonly node: string;
  /** Shared with the site; tokens are signed with it. */
  readonly secret: Uint8Array;
  readonly bus: Bus;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Where other media processes reach this one; port 0 stands for its own. Absent: they cannot. */
  readonly internalUrl?: string;
  /** One UDP port for all publishers; 0 gives each its own. */
  readonly icePort: number;
  readonly iceHost?: string;
  /** Address that publishers see, where it is not one of the machine's own. */
  readonly publicAddress?: string;
  /** Port for publishers by RTMP and RTMPS; undefined: there is none, 0: any free one. */
  readonly rtmpPort?: number;
  /** Connections of publishers by RTMP are handed over by `acceptEncoder`, whether or not a port is listened on. */
  readonly isRtmpHanded?: boolean;
  /** Address for publishers by RTMP; absent: that of `host`. */
  readonly rtmpHost?: string;
  /** Certificate for RTMPS. */
  readonly rtmpSecureContext?: SecureContext;
  /** Asks the site whose stream key this is. @returns a publish token, undefined for a wrong key */
  readonly exchangeKey?: (key: string) => Promise<string | undefined>;
  /** Where recordings lie while they run, and where finished ones go; absent: nothing is recorded. */
  readonly recording?: Omit<RecordingsOptions, 'tell' | 'log' | 'now' | 'monotonic'>;
  readonly log: Log;
  /** Origins of pages that may publish and play, in lower case; absent: any. */
  readonly allowedOrigins?: readonly string[];
  /** This process is about to end and takes nobody new, or stays after all. */
  readonly onLeaving?: (isLeaving: boolean) => void;
  readonly clock?: Clock;
  readonly settings?: Partial<MediaSettings>;
}

/** A media process that runs. */
export interface Media {
  readonly port: number;
  readonly rtmpPort: number | undefined;
  /** Takes over a WebSocket upgrade of `/live/ws/*` and `/live/ingest`. */
  acceptUpgrade(request: UpgradeRequest, socket: Socket): void;
  /** Takes over a connection by RTMP or RTMPS of which nothing has been read. */
  acceptEncoder(socket: Socket): void;
  /** Sends all whom it serves to other processes; to be closed then. @see makeDrain */
  drain(limitMs: number, isPatient?: boolean): Promise<Drained>;
  /** Says goodbye to publishers and viewers and stops listening; a repeat does nothing. */
  close(): Promise<void>;
}
