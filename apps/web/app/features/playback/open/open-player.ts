import { allowRemote, isRemoteAllowed } from '../player/allow-remote.ts';
import { makeBrokenWays } from '../player/broken-ways.ts';
import { type Abilities, chooseTransport, readAbilities } from './choose-transport.ts';
import { factsBetween, type PlaybackSample, sampleOf } from '../player/playback-facts.ts';
import { keepLine } from '../line/line-estimate.ts';
import type { PlayGrant } from '../grant/play-grant.ts';
import { AUTO, type PlayerState, SOURCE } from '../player/player-state.ts';
import { probeStream } from '../mse/probe-stream.ts';
import { watchResume } from '../player/resume-watch.ts';
import type { Player, PlayerOptions, PlayerView } from '../player/player.ts';
import { retryDelayMs } from '../player/retry-rules.ts';
import type { OpenTransport, Transport, TransportName, TransportOptions } from '../player/transport.ts';

// The code of a way is fetched only where it is taken.
const load: Readonly<Record<TransportName, () => Promise<OpenTransport>>> = {
  ws: async () => (await import('../mse/mse-player.ts')).openMsePlayer,
  hls: async () => (await import('../hls/hls-player.ts')).openHlsPlayer,
  native: async () => (await import('../hls/native-player.ts')).openNativePlayer,
  whep: async () => (await import('../whep/whep-player.ts')).openWhepPlayer,
};

/** How often the connection's rate is checked. */
const KEEP_MS = 15_000;

const beforePlaying = (wanted: string): PlayerView => ({
  state: { kind: 'loading' },
  transport: undefined,
  renditions: [],
  wanted,
  isSilenced: false,
  hasPlayed: false,
});

const noCounters = { codecs: '', bytesReceived: 0 };

/** Starts to play at once. If automatic sound is not allowed the video is muted. */
export function openPlayer(options: PlayerOptions): Player {
  const { video, forced } = options;
  const can: Abilities = readAbilities(video);
  const broken = makeBrokenWays();
  let view = beforePlaying(options.wanted);
  let transport: Transport | undefined;
  let mode: PlayGrant['mode'] | undefined;
  let isProbing = false;
  let kept: PlaybackSample | undefined;
  let isHeld = false;
  let isOver = false;
  let attempt = 0;
  let begins = 0;
  let goesBack = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  const show = (change: Partial<PlayerView>): void => {
    view = { ...view, ...change };
    if (!isOver) options.onView(view);
  };

  const retry = (): void => {
    if (isOver) return;
    clearTimeout(retryTimer);
    retryTimer = setTimeout(() => void begin(), retryDelayMs(attempt, Math.random()));
    attempt += 1;
  };

  /** Every way may have failed for a reason that passes, such as a network that is gone. */
  const pick = (room: PlayGrant['mode']): TransportName | undefined => {
    const resting = broken.at(performance.now());
    const choice = chooseTransport({ forced, mode: room, can, broken: resting });
    if (choice !== undefined || resting.size === 0) return choice;
    broken.clear();
    return chooseTransport({ forced, mode: room, can, broken: new Set() });
  };

  /** A better transport that had failed may work again: it is tried in parallel, and used if it does. */
  const goBackUp = async (): Promise<void> => {
    const better = mode && chooseTransport({ forced, mode, can, broken: broken.at(performance.now()) });
    if (isProbing || better === undefined || better === view.transport) return;
    isProbing = true;
    try {
      const answer = await options.askGrant().catch(() => undefined);
      if (!answer || 'refused' in answer) return;
      const [open, comes] = await Promise.all([
        load[better]().catch(() => undefined),
        better === 'ws' ? probeStream(answer.grant) : true,
      ]);
      if (isOver || view.isPast || view.state.kind !== 'playing') return;
      if (!open || !comes) return broken.fail(better, performance.now());
      transport?.destroy();
      start(better, open, answer.grant);
    } finally {
      isProbing = false;
    }
  };

  const onState = (state: PlayerState): void => {
    // The room continues in another form, or not for this person: a fresh grant says which.
    if (state.kind === 'refused' && state.reason === 'mode_changed') return lose({ kind: 'loading' });
    if (state.kind === 'playing' && !view.isPast) {
      attempt = 0;
      keepRate(state.rendition);
      void goBackUp();
    }
    show({ state, hasPlayed: view.hasPlayed || state.kind === 'playing' });
  };

  /** What the line carries is kept for the next visit, where it chooses the rendition. */
  const keepRate = (rendition: string): void => {
    const now = sampleOf(video, transport?.counters() ?? noCounters, performance.now());
    if (kept && now.atMs - kept.atMs < KEEP_MS) return;
    const { kbps } = factsBetween(kept, now);
    if (kept && view.wanted === AUTO && rendition !== '') keepLine(kbps, rendition === SOURCE);
    kept = now;
  };

  /** The transport has ended; another takes its place. */
  const lose = (state: PlayerState): void => {
    transport = undefined;
    show({ state, hasPlayed: false, isPast: false });
    retry();
  };

  /** What every transport is given, and reports. */
  const told = (grant: PlayGrant): Omit<TransportOptions, 'onUnusable'> => ({
    video,
    grant,
    askGrant: options.askGrant,
    wanted: view.wanted,
    onState,
    onRenditions: (renditions) => show({ renditions }),
    onSilenced: () => show({ isSilenced: true }),
  });

  const start = (name: TransportName, open: OpenTransport, grant: PlayGrant): void => {
    show({ transport: name, renditions: [] });
    allowRemote(video, isRemoteAllowed(grant.mode));
    transport = open({
      ...told(grant),
      onUnusable() {
        broken.fail(name, performance.now());
        lose({ kind: 'reconnecting', attempt });
      },
    });
    transport.hold(isHeld);
  };

  const toLive = (): void => {
    goesBack += 1;
    if (isOver || !view.isPast) return;
    transport?.destroy();
    transport = undefined;
    attempt = 0;
    show({ state: { kind: 'loading' }, isPast: false });
    void begin();
  };

  const goBack = async (open: OpenTransport): Promise<void> => {
    goesBack += 1;
    const own = goesBack;
    const answer = await options.askGrant().catch(() => undefined);
    if (isOver || own !== goesBack || !answer || 'refused' in answer) return;
    clearTimeout(retryTimer);
    // A live picture that is on its way comes too late.
    begins += 1;
    transport?.destroy();
    show({ transport: undefined, renditions: [], isPast: true });
    transport = open({ ...told(answer.grant), onUnusable: toLive });
  };

  const changeWay = (): void => {
    if (isOver || !transport) return;
    if (view.transport !== undefined) broken.leave(view.transport);
    transport.destroy();
    attempt = 0;
    lose({ kind: 'reconnecting', attempt });
  };

  async function begin(): Promise<void> {
    begins += 1;
    const own = begins;
    const answer = await options.askGrant().catch(() => undefined);
    if (isOver || own !== begins) return;
    if (!answer) return retry();
    if ('refused' in answer) return show({ state: { kind: 'refused', reason: answer.refused } });
    ({ mode } = answer.grant);
    const name = pick(mode);
    if (name === undefined) return show({ state: { kind: 'unsupported' } });
    const open = await load[name]().catch(() => undefined);
    if (isOver || own !== begins) return;
    if (open) start(name, open, answer.grant);
    else retry();
  }

  const onVolume = (): void => {
    if (view.isSilenced && !video.muted) show({ isSilenced: false });
  };
  video.addEventListener('volumechange', onVolume);
  const stopWatching = watchResume(() => transport?.wake());

  show({});
  void begin();
  return {
    get view() {
      return view;
    },
    setQuality(wanted) {
      show({ wanted });
      transport?.setQuality(wanted);
    },
    hold(held) {
      isHeld = held;
      transport?.hold(held);
    },
    toLiveEdge: () => transport?.toLiveEdge(),
    refresh: () => transport?.refresh(),
    changeWay,
    goBack,
    toLive,
    sample: () => sampleOf(video, transport?.counters() ?? noCounters, performance.now()),
    destroy() {
      if (isOver) return;
      isOver = true;
      options.onEnd?.();
      clearTimeout(retryTimer);
      stopWatching();
      video.removeEventListener('volumechange', onVolume);
      transport?.destroy();
    },
  };
}
