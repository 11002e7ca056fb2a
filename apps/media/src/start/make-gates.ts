import type { Log } from '@klieg/kernel';
import type { Broadcasts } from '../broadcasts/broadcasts.ts';
import type { Access } from '../control/access.ts';
import type { DeliveryMeter } from '../control/delivery-meter.ts';
import type { Leaving } from '../control/leaving.ts';
import type { PreviewMeter } from '../control/preview-meter.ts';
import type { Renewals } from '../control/renewals.ts';
import { type HlsGate, makeHlsGate } from '../edge/hls-gate.ts';
import { makeViewerGate, type ViewerGate } from '../edge/sockets/viewer-gate.ts';
import { makeWhepGate, type WhepGate } from '../edge/webrtc/whep-gate.ts';
import type { IceSettings } from '../ingest/whip/peer-connection.ts';
import type { Relaying } from '../relay/index.ts';
import { makePageGate, type PageGate } from '../ws-ingest/index.ts';
import type { MediaSettings } from './media-options.ts';

/** Where viewers come in, one gate for each way of watching, and pages that publish by WebSocket. */
export interface Gates {
  readonly webSocket: ViewerGate;
  readonly whep: WhepGate;
  readonly hls: HlsGate;
  readonly pages: PageGate;
  /** Viewers by WebSocket and WHEP; HLS players come and go with each request. */
  readonly viewerCount: number;
}

export interface GatesOptions {
  readonly settings: MediaSettings;
  readonly access: Access;
  readonly renewals: Renewals;
  readonly previews: PreviewMeter;
  readonly deliveries: Pick<DeliveryMeter, 'count' | 'lose' | 'mayBegin'>;
  readonly broadcasts: Pick<Broadcasts, 'attachPage'>;
  readonly relaying: Pick<
    Relaying,
    'findStream' | 'findWhep' | 'awaitStream' | 'hls' | 'hlsTurn' | 'isKnown'
  >;
  readonly ice: IceSettings;
  readonly leaving: Leaving;
  /** Origins of pages that may play, in lower case; undefined for any. */
  readonly allowedOrigins: readonly string[] | undefined;
  /** Wall clock in Unix milliseconds. */
  readonly now: () => number;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
  readonly log: Log;
}

/** A list and some of its pieces at a time. */
const ASKED_PER_VIEWER = 4;

export function makeGates(options: GatesOptions): Gates {
  const { settings, access, previews, deliveries, broadcasts, relaying, now, monotonic } = options;
  const webSocket = makeViewerGate({
    ...settings,
    access,
    previews,
    deliveries,
    now,
    monotonic,
    findStream: (streamName) => relaying.findStream(streamName),
    awaitStream: (streamName) => relaying.awaitStream(streamName),
    leaving: options.leaving,
    allowedOrigins: options.allowedOrigins,
  });
  const whep = makeWhepGate({
    ...settings,
    access,
    previews,
    deliveries,
    now,
    monotonic,
    log: options.log,
    ice: options.ice,
    leaving: options.leaving,
    findStream: (streamName) => relaying.findWhep(streamName),
  });
  const hls = makeHlsGate({
    rights: options.renewals,
    askedPerSessionMax: ASKED_PER_VIEWER * settings.viewersPerSessionMax,
    previews,
    deliveries,
    isKnown: (streamName) => relaying.isKnown(streamName),
    turn: (streamName, request) => relaying.hlsTurn(streamName, request),
    handle: (streamName, request) => relaying.hls(streamName, request),
  });
  const pages = makePageGate({
    ...settings,
    access,
    attach: (claims, source, hasSound) => broadcasts.attachPage(claims, source, hasSound),
    ice: options.ice,
    leaving: options.leaving,
    allowedOrigins: options.allowedOrigins,
    now: monotonic,
    log: options.log,
  });
  return {
    webSocket,
    whep,
    hls,
    pages,
    get viewerCount() {
      return webSocket.viewerCount + whep.viewerCount;
    },
  };
}
