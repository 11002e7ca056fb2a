import { watchPicture } from '#app/features/playback/player/picture-watch.ts';
import type { PlayGrant } from '#app/features/playback/grant/play-grant.ts';
import { type PlayerState, SOURCE } from '#app/features/playback/player/player-state.ts';
import { retryDelayMs } from '#app/features/playback/player/retry-rules.ts';
import { emptyVideo, startPlaying } from '#app/features/playback/player/start-playing.ts';
import type { OpenTransport } from '#app/features/playback/player/transport.ts';
import { openWhepSession, WhepRefused, type WhepSession } from './whep-session.ts';
import { type IncomingStats, readIncoming } from './whep-stats.ts';

const TOKEN_MS = 40_000;
const TOKEN_RETRY_MS = 5_000;
/** A connection that is disturbed for this long is given up. */
const DISTURBED_MS = 3_000;
/** Nothing came for this long. */
const SILENT_MS = 8_000;
/** Sessions without a picture, in a row; then another way is tried. */
const FAILURES_MAX = 3;
const NOT_FOUND = 404;

/** Plays by WebRTC, for shows in which people answer each other. There is one rendition, the source. */
export const openWhepPlayer: OpenTransport = (options) => {
  const { video } = options;
  let firstGrant: PlayGrant | undefined = options.grant;
  let session: WhepSession | undefined;
  let stats: IncomingStats = { bytesReceived: 0, latencySeconds: 0, codecs: '' };
  let tokenDueMs = Infinity;
  let mediaAtMs = performance.now();
  let disturbedAtMs: number | undefined;
  let attempt = 0;
  let failures = 0;
  let isOpening = false;
  let isHeld = false;
  let isOver = false;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  const finish = (state: PlayerState): void => {
    if (isOver) return;
    stop();
    options.onState(state);
  };

  const drop = (): void => {
    session?.close();
    session = undefined;
    tokenDueMs = Infinity;
    disturbedAtMs = undefined;
  };

  const again = (): void => {
    if (isOver) return;
    drop();
    failures += 1;
    if (failures > FAILURES_MAX && !isHeld) {
      stop();
      return options.onUnusable();
    }
    options.onState({ kind: 'reconnecting', attempt });
    clearTimeout(retryTimer);
    retryTimer = setTimeout(() => void open(), retryDelayMs(attempt, Math.random()));
    attempt += 1;
  };

  const connect = async (): Promise<WhepSession | undefined> => {
    const grant = firstGrant;
    firstGrant = undefined;
    const answer = grant ? { grant } : await options.askGrant();
    if (isOver) return undefined;
    if ('refused' in answer) {
      finish({ kind: 'refused', reason: answer.refused });
      return undefined;
    }
    return openWhepSession(new URL(answer.grant.urls.whep, location.href).href, answer.grant.token);
  };

  async function open(): Promise<void> {
    if (isOpening || session || isOver) return;
    clearTimeout(retryTimer);
    isOpening = true;
    const opened = await connect().catch((error: unknown) => (error instanceof Error ? error : undefined));
    isOpening = false;
    if (opened instanceof WhepRefused && opened.status === NOT_FOUND) failures = Math.max(0, failures - 1);
    if (isOver) {
      if (opened && !(opened instanceof Error)) opened.close();
      return;
    }
    if (!opened || opened instanceof Error) return again();
    session = opened;
    mediaAtMs = performance.now();
    tokenDueMs = mediaAtMs + TOKEN_MS;
    video.srcObject = opened.stream;
    startPlaying(video, options.onSilenced);
  }

  const renewToken = async (): Promise<void> => {
    tokenDueMs = performance.now() + TOKEN_RETRY_MS;
    const renewing = session;
    const answer = await options.askGrant().catch(() => undefined);
    if (!answer || renewing !== session) return;
    if ('refused' in answer) return finish({ kind: 'refused', reason: answer.refused });
    const error: unknown = await renewing?.renew(answer.grant.token).catch((thrown: unknown) => thrown);
    if (renewing !== session) return;
    if (error instanceof WhepRefused) again();
    else if (error === undefined) tokenDueMs = performance.now() + TOKEN_MS;
  };

  const readStats = async (): Promise<void> => {
    const report = await session?.peer.getStats().catch(() => undefined);
    if (!report) return;
    const next = readIncoming([...report.values()] as Record<string, unknown>[]);
    if (next.bytesReceived !== stats.bytesReceived) mediaAtMs = performance.now();
    stats = next;
  };

  const isBroken = (): boolean => {
    const now = performance.now();
    const state = session?.peer.connectionState;
    if (state === 'failed' || state === 'closed') return true;
    if (state === 'disconnected') disturbedAtMs ??= now;
    else disturbedAtMs = undefined;
    const isDisturbed = disturbedAtMs !== undefined && now - disturbedAtMs > DISTURBED_MS;
    return isDisturbed || (!isHeld && now - mediaAtMs > SILENT_MS);
  };

  const onTick = (): void => {
    if (!session || isOver) return;
    if (performance.now() >= tokenDueMs) void renewToken();
    void readStats();
    if (isBroken()) again();
  };

  const watch = watchPicture({
    video,
    isActive: () => session !== undefined,
    latencySeconds: () => stats.latencySeconds,
    rendition: () => SOURCE,
    onState(state) {
      if (state.kind === 'playing') attempt = failures = 0;
      options.onState(state);
    },
    onTick,
  });

  function stop(): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(retryTimer);
    watch.stop();
    drop();
    emptyVideo(video);
  }

  options.onState({ kind: 'loading' });
  options.onRenditions([]);
  void open();
  return {
    setQuality: () => undefined,
    hold(held) {
      if (isHeld && !held) mediaAtMs = performance.now();
      isHeld = held;
    },
    wake() {
      attempt = 0;
      if (!session) void open();
    },
    toLiveEdge: () => startPlaying(video, options.onSilenced),
    refresh: () => undefined,
    counters: () => stats,
    destroy: stop,
  };
};
