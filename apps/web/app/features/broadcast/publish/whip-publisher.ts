import { PublishRefused } from './publish-refused.ts';
import { iceGathered } from '#app/shared/ice-gathered.ts';
import { canSendSizes, takesSizes } from './picture-sizes.ts';
import {
  type PublishStats,
  readStats,
  type StatsEntry,
  type StatsSample,
  statsBetween,
} from './publish-stats.ts';
import {
  addTracks,
  askWhetherToMove,
  CONNECT_MS,
  GATHER_MS,
  OFFER_STATUSES,
  postOffer,
  type WhipResource,
  TOKEN_STATUS,
} from './whip-offer.ts';

/*
 * Publishes a camera or canvas by WHIP (RFC 9725). No framework, so that any page can use it.
 */

/** What a publisher is doing. Only the last two are final. */
export type PublishState =
  | { readonly kind: 'connecting' }
  /** `via` where it does not go by WebRTC itself: over a WebSocket, or by WebRTC over a relay. */
  | ({ readonly kind: 'live'; readonly via?: 'tcp' | 'relay' } & PublishStats)
  | { readonly kind: 'reconnecting'; readonly attempt: number }
  | { readonly kind: 'stopped' }
  /** `error` where the site said why it gives no right to send. */
  | { readonly kind: 'failed'; readonly reason: 'refused' | 'unsupported'; readonly error?: unknown };

export interface WhipPublisherOptions {
  readonly stream: MediaStream;
  /** The `whip_url` of `POST /broadcast/start`. */
  readonly endpoint: string;
  /** Asked before every connection when it is a function; a token lives at most 60 s. */
  readonly token: string | (() => Promise<string>);
  readonly maxKbps: number;
  /** The picture goes out in several sizes at once where browser and server are known to do so. */
  readonly maySendSizes?: boolean;
  /** Called before every connection, since relay logins expire; absent: none. */
  readonly iceServers?: () => Promise<RTCIceServer[]>;
  readonly onState: (state: PublishState) => void;
  /**
   * The server has answered, and nothing gets through to it: true where the caller goes another way, and this publisher
   * is over without a word. Absent: it tries again and again.
   */
  readonly onUnreachable?: () => Promise<boolean>;
}

export interface WhipPublisher {
  readonly state: PublishState;
  /** Sends another camera or microphone from now on, without a new connection. */
  replaceTrack(track: MediaStreamTrack): Promise<void>;
  /** Leaves (DELETE) and stops for good; the tracks stay the caller's. A repeat does nothing. */
  stop(): Promise<void>;
}

/** From the answer to a connection, where there is another way; who gets through does within two seconds. */
const REACH_MS = 5_000;
const STATS_MS = 1_000;
/** A connection that is disturbed for this long is given up. */
const DISTURBED_MS = 3_000;
/** How often to ask whether this process of the server ends soon. */
const ASK_MS = 10_000;
/**
 * While a replacement connects, the end of the current connection does not start a reconnect. A slower replacement
 * continues, and losses are noticed again.
 */
const MOVING_MS = 20_000;
/** A replaced connection continues until every viewer's process gets the new one's picture. */
const LEFT_MS = 3_000;
/** The server reports each second; one silent for this long is gone, long before ICE notices. */
const UNHEARD_MS = 2_500;
/** Delay before the attempt, in milliseconds: 500 doubling to 8000, by chance up to a half less. */
export const publishRetryMs = (attempt: number, chance: number): number =>
  Math.round(Math.min(8_000, 500 * 2 ** Math.min(attempt, 10)) * (1 - chance / 2));

/** Tells the server that nothing more comes; where that does not arrive, silence tells it. */
const forget = async ({ url }: WhipResource): Promise<void> => {
  await fetch(url, { method: 'DELETE', keepalive: true }).catch(() => {});
};

/** Starts to publish at once and reconnects until `stop` or a final refusal. */
export function createWhipPublisher(options: WhipPublisherOptions): WhipPublisher {
  const tracks = new Map(options.stream.getTracks().map((track) => [track.kind, track]));
  let state: PublishState = { kind: 'connecting' };
  let peer: RTCPeerConnection | undefined;
  let resource: WhipResource | undefined;
  let isOver = false;
  let isAsking = false;
  let movingUntilMs = 0;
  let attempt = 0;
  let sample: StatsSample | undefined;
  let disturbedSince: number | undefined;
  /** When this connection was answered; undefined before, and once it came about. */
  let answeredMs: number | undefined;
  let heard: { readonly reportedMs: number; readonly atMs: number } | undefined;
  /** False once the server has not agreed to it. */
  let maySendSizes = options.maySendSizes === true && canSendSizes();
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  /** The first token may be of a broadcast that ended at that moment; a fresh one begins the next. */
  let mayAskForNext = typeof options.token === 'function';

  const tell = (next: PublishState): void => {
    state = next;
    options.onState(next);
  };

  /** Without notice: the server keeps the broadcast and its viewers for a reconnect. */
  const hangUp = (afterMs = 0): void => {
    const left = peer;
    if (afterMs > 0) setTimeout(() => left?.close(), afterMs);
    else left?.close();
    peer = undefined;
    sample = undefined;
    disturbedSince = undefined;
    answeredMs = undefined;
    heard = undefined;
  };

  const leave = async (): Promise<void> => {
    const left = resource;
    resource = undefined;
    hangUp();
    if (left) await forget(left);
  };

  const end = (): void => {
    isOver = true;
    clearInterval(timer);
    clearInterval(askTimer);
    clearTimeout(retryTimer);
    globalThis.removeEventListener('pagehide', onPageHide);
  };

  const finish = (next: PublishState): void => {
    if (isOver) return;
    end();
    tell(next);
  };

  const retry = (): void => {
    hangUp();
    if (isOver) return;
    attempt += 1;
    tell({ kind: 'reconnecting', attempt });
    clearTimeout(retryTimer);
    retryTimer = setTimeout(() => void connect(), publishRetryMs(attempt - 1, Math.random()));
  };

  /** Nothing has got through since the answer: the network may block it. */
  const giveUp = async (): Promise<void> => {
    const isUnreached = answeredMs !== undefined;
    hangUp();
    if (isUnreached && (await options.onUnreachable?.()) === true) return end();
    retry();
  };

  const open = async (mine: RTCPeerConnection): Promise<void> => {
    const stream = new MediaStream([...tracks.values()]);
    const sent = await addTracks(mine, stream, options.maxKbps, maySendSizes);
    if (!sent) return finish({ kind: 'failed', reason: 'unsupported' });
    await mine.setLocalDescription();
    await iceGathered(mine, GATHER_MS);
    const token = typeof options.token === 'string' ? options.token : await options.token();
    const offer = mine.localDescription?.sdp ?? '';
    const { answer, location } = await postOffer({ endpoint: options.endpoint, token, offer });
    // Stopped while the answer was on its way.
    if (isOver) return forget({ url: location, token });
    if (peer !== mine) return;
    mayAskForNext = false;
    resource = { url: location, token };
    if (sent.hasSizes && !takesSizes(answer)) {
      maySendSizes = false;
      return retry();
    }
    await mine.setRemoteDescription({ type: 'answer', sdp: answer });
    if (peer === mine) answeredMs = performance.now();
  };

  async function connect(): Promise<void> {
    const iceServers = await options.iceServers?.();
    if (isOver) return;
    // One way for picture and sound, so that a relay gives one place.
    const mine = new RTCPeerConnection({ bundlePolicy: 'max-bundle', ...(iceServers && { iceServers }) });
    peer = mine;
    disturbedSince = performance.now() + CONNECT_MS - DISTURBED_MS;
    try {
      await open(mine);
    } catch (err) {
      if (peer !== mine) return;
      const refusal = err instanceof PublishRefused ? err : undefined;
      // An offer of several sizes may be refused where a single one is not.
      const isSizesRefused = maySendSizes && refusal !== undefined && OFFER_STATUSES.includes(refusal.status);
      if (isSizesRefused) maySendSizes = false;
      const isOfEnded = mayAskForNext && refusal?.status === TOKEN_STATUS;
      if (isOfEnded) mayAskForNext = false;
      if (isSizesRefused || isOfEnded || !refusal?.isFinal) return retry();
      await leave();
      finish({ kind: 'failed', reason: 'refused', error: refusal.cause });
    }
  }

  const send = async (track: MediaStreamTrack): Promise<void> => {
    const sender = peer?.getSenders().find((one) => one.track?.kind === track.kind);
    if (sender?.track !== track) await sender?.replaceTrack(track);
  };

  /** The server's process ends soon: another connection takes over as soon as it sends. */
  const moveOver = async (token: string): Promise<void> => {
    const [leaving, { openNextPublishing }] = [peer, await import('./next-publishing.ts')];
    const next = await openNextPublishing({
      ...options,
      stream: new MediaStream([...tracks.values()]),
      maySendSizes,
      token,
    });
    if (isOver || !leaving || peer !== leaving) {
      next.peer.close();
      return forget(next.resource);
    }
    hangUp(LEFT_MS);
    ({ peer, resource } = next);
    // A camera that was changed meanwhile.
    for (const track of tracks.values()) await send(track);
  };

  const ask = async (): Promise<void> => {
    // Only an established connection is worth replacing.
    if (resource === undefined || peer?.connectionState !== 'connected' || isAsking || isOver) return;
    isAsking = true;
    const token = await askWhetherToMove(resource);
    movingUntilMs = token === undefined ? 0 : performance.now() + MOVING_MS;
    // Where it cannot be, this connection ends as any other does.
    if (token !== undefined) await moveOver(token).catch(() => undefined);
    movingUntilMs = 0;
    isAsking = false;
  };

  const check = async (): Promise<void> => {
    const mine = peer;
    // While another connection takes over, this one may end at any moment.
    if (!mine || isOver || performance.now() < movingUntilMs) return;
    const now = performance.now();
    if (mine.connectionState === 'failed') return giveUp();
    if (mine.connectionState !== 'connected') {
      disturbedSince ??= now;
      const isLate = options.onUnreachable && answeredMs !== undefined && now - answeredMs > REACH_MS;
      if (isLate || now - disturbedSince > DISTURBED_MS) return giveUp();
      return;
    }
    disturbedSince = answeredMs = undefined;
    const report = await mine.getStats();
    if (peer !== mine || isOver) return;
    const next = readStats((report as unknown as Map<string, StatsEntry>).values(), now);
    if (next.reportedMs > 0 && heard?.reportedMs !== next.reportedMs)
      heard = { reportedMs: next.reportedMs, atMs: now };
    if (heard && now - heard.atMs > UNHEARD_MS) return retry();
    const stats = statsBetween(sample, next);
    sample = next;
    // Connected is not on air: a camera that gives nothing sends nothing.
    if (next.bytesSent === 0) return;
    attempt = 0;
    tell({ kind: 'live', ...(next.isRelayed && { via: 'relay' }), ...stats });
  };

  /** A reloading page does not say goodbye: for a closed page the site notices the silence and ends the broadcast. */
  function onPageHide(): void {
    finish({ kind: 'stopped' });
    hangUp();
  }

  async function stop(): Promise<void> {
    if (isOver) return;
    finish({ kind: 'stopped' });
    await leave();
  }

  const timer = setInterval(() => void check(), STATS_MS);
  const askTimer = setInterval(() => void ask(), ASK_MS);
  globalThis.addEventListener('pagehide', onPageHide);
  tell(state);
  void connect();

  return {
    get state() {
      return state;
    },
    async replaceTrack(track) {
      tracks.set(track.kind, track);
      await send(track);
    },
    stop,
  };
}
