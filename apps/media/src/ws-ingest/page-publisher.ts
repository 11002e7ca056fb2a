import { readIngestFrame } from '@klieg/contract/features/broadcast/ingest-frame';
import type { Log } from '@klieg/kernel';
import type { RawData, WebSocket } from 'ws';
import type { PublishClaims } from '../control/access.ts';
import { makeByteBudget } from '../control/byte-budget.ts';
import type { PublishRefusal } from '../ingest/whip/publish-result.ts';
import type { MediaIn, Source, SourceEnd } from '../ingest/source.ts';
import type { StreamMeter } from '../ingest/receive/stream-meter.ts';
import { makePageIntake, type PageIntake } from './page-intake.ts';
import type { PageClose, PageLine } from './page-line.ts';
import { parsePageMessage } from './page-message.ts';

/** What a page that publishes writes its media to. */
export interface PageSlot {
  readonly media: Pick<MediaIn, 'onVideo' | 'onAudio'>;
  readonly meter: Pick<StreamMeter, 'onBytes' | 'onPicture'>;
  /** What the page is asked to keep to. */
  readonly maxKbps: number;
  /** The connection has ended without a word; a repeat does nothing. */
  onClosed(): void;
  /** The publisher announced that it stops. */
  onLeft(): void;
}

/** Puts a page's connection into its broadcast. */
export type AttachPage = (
  claims: PublishClaims,
  source: Source,
  hasSound: boolean,
) => { readonly ok: true; readonly slot: PageSlot } | { readonly ok: false; readonly reason: PublishRefusal };

export interface PagePublisherOptions {
  readonly webSocket: WebSocket;
  readonly line: PageLine;
  /** What the token of the connection grants now: it may have ended since the connection was made. */
  readonly claims: () => PublishClaims | undefined;
  readonly attach: AttachPage;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

/** One page's connection that publishes. */
export interface PagePublisher {
  /** Closes a page whose first text does not come in time; to be called about twice a second. */
  sweep(): void;
}

/** From the handshake to the first text. */
const GREETING_MS = 5_000;
/** Texts of one connection: a page has two things to say. */
const TEXTS_MAX = 8;
/** Keyframes are requested when the last is older than this; a page that keeps to 2 s by itself is not disturbed. */
const KEYFRAME_MS = 2_150;
const KEYFRAME_ASK_MS = 500;
/** The page computes from it what is still on its way. */
const GOT_MS = 250;
/** More than this is read later: a stalled connection catches up, a flood waits. */
const BYTES_PER_SECOND = 4 * 1024 * 1024;
const BURST_SECONDS = 2;
/** What a message costs of the rate besides its bytes, so that tiny ones cost too. */
const MESSAGE_COST_BYTES = 2_048;

const CLOSE_OF_REFUSAL = { conflict: 'taken', stopped: 'stopped', full: 'full' } as const;
const CLOSE_OF_END: Readonly<Record<SourceEnd, PageClose>> = {
  closed: 'ended',
  stopped: 'ended',
  silent: 'silent',
  replaced: 'taken',
  limit: 'limit',
  away: 'away',
};

export function makePagePublisher(options: PagePublisherOptions): PagePublisher {
  const { webSocket, line, now } = options;
  const openedMs = now();
  const budget = makeByteBudget({
    bytesPerSecond: BYTES_PER_SECOND,
    burstBytes: BYTES_PER_SECOND * BURST_SECONDS,
    now,
  });
  let publishing: { readonly slot: PageSlot; readonly intake: PageIntake } | undefined;
  let texts = 0;
  let gotBytes = 0;
  let toldBytes = 0;
  let toldMs = -Infinity;
  let lastMediaMs: number | undefined;
  let lastKeyMs: number | undefined;
  let lastAskMs = -Infinity;
  let isKeyWanted = false;

  const askForKeyframe = (): void => {
    if (now() - lastAskMs < KEYFRAME_ASK_MS) return;
    lastAskMs = now();
    isKeyWanted = false;
    line.say({ keyframe: true });
  };

  /** Reads on, or waits for a fast page's budget to fill up. */
  const steer = (): void => {
    if (line.isClosed) return;
    if (budget.isOverdrawn()) webSocket.pause();
    else if (webSocket.isPaused) webSocket.resume();
  };

  const source: Source = {
    tech: 'websocket',
    get lastMediaMs() {
      return lastMediaMs;
    },
    tick: () =>
      line.guarded(() => {
        steer();
        const isOld = lastMediaMs !== undefined && now() - (lastKeyMs ?? -Infinity) > KEYFRAME_MS;
        if (isKeyWanted || isOld) askForKeyframe();
        if (gotBytes === toldBytes || now() - toldMs < GOT_MS) return;
        toldBytes = gotBytes;
        toldMs = now();
        line.say({ got: gotBytes });
      }),
    requestKeyframe() {
      // Asked at the next tick, or as soon after the last time as may be.
      isKeyWanted = true;
    },
    sendAway: (token) => line.say({ move: token }),
    close: (why) => line.close(CLOSE_OF_END[why]),
  };

  const greet = (hasSound: boolean): void => {
    const claims = options.claims();
    if (!claims) return line.close('token');
    const attached = options.attach(claims, source, hasSound);
    if (!attached.ok) return line.close(CLOSE_OF_REFUSAL[attached.reason]);
    const { slot } = attached;
    const intake = makePageIntake({
      onPicture(isKey, isOutOfOrder) {
        if (isKey) lastKeyMs = now();
        slot.meter.onPicture(isKey, isOutOfOrder, now());
      },
      onVideo: (unit) => slot.media.onVideo(unit),
      onAudio: (unit) => slot.media.onAudio(unit),
    });
    publishing = { slot, intake };
    options.log.info({ broadcastId: claims.broadcastId }, 'page publisher accepted');
    line.say({ ready: { kbps: slot.maxKbps } });
  };

  const onText = (text: string): void => {
    texts += 1;
    const message = texts > TEXTS_MAX ? undefined : parsePageMessage(text);
    if (message && 'hello' in message && !publishing) return greet(message.hello.sound);
    if (message && 'leave' in message && publishing) return publishing.slot.onLeft();
    line.close('malformed');
  };

  const onMedia = (data: Buffer): void => {
    const frame = readIngestFrame(data);
    if (!frame || !publishing) return line.close('malformed');
    budget.spend(data.length + MESSAGE_COST_BYTES);
    gotBytes += data.length;
    lastMediaMs = now();
    publishing.slot.meter.onBytes(data.length);
    const fault = publishing.intake.push(frame);
    if (fault) line.close(fault);
    else steer();
  };

  webSocket.on('message', (data: RawData, isBinary: boolean) => {
    if (line.isClosed) return;
    line.guarded(() => (isBinary ? onMedia(data as Buffer) : onText(String(data))));
  });
  webSocket.on('close', () => publishing?.slot.onClosed());

  return {
    sweep() {
      if (!publishing && now() - openedMs > GREETING_MS) line.close('silent');
    },
  };
}
