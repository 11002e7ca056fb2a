import { askFirst } from '../grant/ask-first.ts';
import type { PlayGrant } from '../grant/play-grant.ts';
import { makeAlarm } from '../player/alarm.ts';
import { watchPicture } from '../player/picture-watch.ts';
import { SOURCE } from '../player/player-state.ts';
import { retryDelayMs } from '../player/retry-rules.ts';
import { emptyVideo, startPlaying } from '../player/start-playing.ts';
import type { OpenTransport } from '../player/transport.ts';
import { stepWhep, type WhepCommand, type WhepEvent, whepStart } from './whep-machine.ts';
import { openWhepSession, WhepRefused, type WhepSession } from './whep-session.ts';
import { type IncomingStats, readIncoming } from './whep-stats.ts';

const NOT_FOUND = 404;

const endpointOf = ({ urls }: PlayGrant): string => new URL(urls.whep, location.href).href;

/** Plays by WebRTC, for shows in which people answer each other. There is one rendition, the source. */
export const openWhepPlayer: OpenTransport = (options) => {
  const { video } = options;
  const ask = askFirst(options.grant, options.askGrant);
  const retry = makeAlarm();
  let state = whepStart;
  let session: WhepSession | undefined;
  let stats: IncomingStats = { bytesReceived: 0, latencySeconds: 0, codecs: '' };

  const dispatch = (event: WhepEvent): void => {
    const [next, commands] = stepWhep(state, event);
    state = next;
    for (const command of commands) perform(command);
  };
  const isOver = (): boolean => state.kind === 'over';

  const play = (opened: WhepSession): void => {
    session = opened;
    video.srcObject = opened.stream;
    dispatch({ type: 'opened', nowMs: performance.now() });
    startPlaying(video, options.onSilenced);
  };

  const open = async (): Promise<void> => {
    const answer = await ask();
    if (isOver()) return;
    if ('refused' in answer) return dispatch({ type: 'refused', reason: answer.refused });
    const { grant } = answer;
    const opened = await openWhepSession(endpointOf(grant), grant.token);
    if (isOver()) return opened.close();
    play(opened);
  };

  /** The process at the other end ends soon: another session takes over as soon as it has a picture. */
  const moveOver = async (grant: PlayGrant): Promise<void> => {
    const leaving = session;
    const { openNextSession } = await import('./next-session.ts');
    const opened = await openNextSession(endpointOf(grant), grant.token);
    if (isOver() || session !== leaving) return opened.close();
    play(opened);
    leaving?.close();
  };

  const connect = (): void => {
    retry.clear();
    open().catch((error: unknown) => {
      const isOffline = error instanceof WhepRefused && error.status === NOT_FOUND;
      dispatch({ type: 'open-failed', isOffline });
    });
  };

  const renewToken = async (): Promise<void> => {
    const renewing = session;
    const answer = await options.askGrant().catch(() => undefined);
    if (!answer || renewing !== session) return;
    if ('refused' in answer) return dispatch({ type: 'refused', reason: answer.refused });
    const { grant } = answer;
    const renewed: unknown = await renewing?.renew(grant.token).catch((thrown: unknown) => thrown);
    if (renewing !== session) return;
    if (renewed instanceof WhepRefused) dispatch({ type: 'token-refused' });
    else if (typeof renewed === 'boolean') dispatch({ type: 'token-renewed', nowMs: performance.now() });
    // Where it cannot be, the session ends as any other does.
    if (renewed === true) await moveOver(grant).catch(() => undefined);
  };

  const count = async (): Promise<void> => {
    const report = await session?.peer.getStats().catch(() => undefined);
    if (!report) return;
    stats = readIncoming([...report.values()] as Record<string, unknown>[]);
    dispatch({ type: 'counted', bytesReceived: stats.bytesReceived, nowMs: performance.now() });
  };

  const drop = (): void => {
    session?.close();
    session = undefined;
  };

  const release = (): void => {
    retry.clear();
    watch.stop();
    drop();
    emptyVideo(video);
  };

  function perform(command: WhepCommand): void {
    switch (command.do) {
      case 'connect':
        return connect();
      case 'drop':
        return drop();
      case 'renew-token':
        return void renewToken();
      case 'count':
        return void count();
      case 'wait':
        return retry.set(retryDelayMs(command.attempt, Math.random()), () => dispatch({ type: 'retry-due' }));
      case 'tell':
        return options.onState(command.state);
      case 'end':
        release();
        return options.onState(command.state);
      case 'give-up':
        release();
        return options.onUnusable();
    }
  }

  const watch = watchPicture({
    video,
    isActive: () => session !== undefined,
    latencySeconds: () => stats.latencySeconds,
    rendition: () => SOURCE,
    onState(told) {
      if (told.kind === 'playing') dispatch({ type: 'played' });
      options.onState(told);
    },
    onTick: () =>
      dispatch({ type: 'tick', nowMs: performance.now(), connection: session?.peer.connectionState }),
  });

  options.onState({ kind: 'loading' });
  options.onRenditions([]);
  connect();
  return {
    setQuality: () => undefined,
    hold: (isHeld) => dispatch({ type: 'held', isHeld, nowMs: performance.now() }),
    wake: () => dispatch({ type: 'woken' }),
    toLiveEdge: () => startPlaying(video, options.onSilenced),
    refresh: () => undefined,
    counters: () => stats,
    destroy() {
      if (isOver()) return;
      dispatch({ type: 'stop' });
      release();
    },
  };
};
