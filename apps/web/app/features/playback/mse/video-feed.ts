import type { PictureWatch } from '../player/picture-watch.ts';
import { startPlaying } from '../player/start-playing.ts';
import { makeLiveTarget } from './live-target.ts';
import { makeMediaBuffering, type MediaBuffering } from './media-buffering.ts';
import { emptyPlayhead, liveEdge, type Playhead, type PlayheadMove, stepPlayhead } from './playhead.ts';
import { makeRenditionSplice, type RenditionSplice } from './rendition-splice.ts';

/** Feeds a video with fragments and keeps it near the newest picture. */
export interface VideoFeed {
  readonly isStarted: boolean;
  /** Seconds between the shown and the newest picture. */
  readonly latencySeconds: number;
  /** The stream restarts, in a new buffer if its tracks differ. */
  begin(codecs: string, isNewBuffer: boolean): void;
  /** Another rendition of the stream follows, or, where there is a judge of its time, another connection. */
  splice: RenditionSplice['begin'];
  push(data: ArrayBuffer): void;
  newBuffer(): void;
  /** Checks the video's position, and corrects it. */
  keepUp(): void;
  toLiveEdge(): void;
  onStall(): void;
  /** To be called each second, and when the sound was switched. */
  settle(): void;
  close(): void;
}

export interface VideoFeedOptions {
  readonly video: HTMLVideoElement;
  readonly Source: typeof MediaSource | undefined;
  readonly watch: () => Pick<PictureWatch, 'waitingMs'>;
  readonly onSilenced: () => void;
  /** The buffer or the video has given up. */
  readonly onBroken: () => void;
}

export function makeVideoFeed({ video, Source, watch, onSilenced, onBroken }: VideoFeedOptions): VideoFeed {
  const target = makeLiveTarget(performance.now());
  let buffering: MediaBuffering | undefined;
  let playhead: Playhead = emptyPlayhead();

  const splice = makeRenditionSplice({
    onStep: (step) => buffering?.push(step),
    onOtherTime: () => clear(),
    position: () => video.currentTime,
    now: () => performance.now(),
  });

  const move = (step: PlayheadMove): void => {
    switch (step.do) {
      case 'start':
        target.onStart(performance.now());
        video.currentTime = step.at;
        return startPlaying(video, onSilenced);
      case 'jump':
        video.currentTime = step.to;
        return;
      case 'rate':
        if (video.playbackRate !== step.rate) video.playbackRate = step.rate;
    }
  };

  const keepUp = (): void => {
    const [next, moves] = stepPlayhead(playhead, {
      range: buffering?.range(),
      position: video.currentTime,
      target: target.seconds,
      isPaused: video.paused,
      isSeeking: video.seeking,
      waitingMs: watch().waitingMs,
      nowMs: performance.now(),
    });
    playhead = next;
    for (const step of moves) move(step);
  };

  const clear = (): void => {
    buffering?.push({ kind: 'clear' });
    playhead = emptyPlayhead(playhead.unstuckAtMs);
  };

  const newBuffer = (): void => {
    if (!Source) return;
    buffering?.close();
    playhead = emptyPlayhead(playhead.unstuckAtMs);
    buffering = makeMediaBuffering({ video, Source, onUpdate: keepUp, onBroken });
  };

  return {
    get isStarted() {
      return playhead.kind === 'running';
    },
    get latencySeconds() {
      const end = buffering?.range()?.end;
      return end === undefined ? 0 : Math.max(0, end - video.currentTime);
    },
    begin(codecs, isNewBuffer) {
      splice.reset();
      if (isNewBuffer) newBuffer();
      // A new connection may be to another origin, whose clock starts again.
      else clear();
      buffering?.push({ kind: 'format', codecs });
    },
    splice: splice.begin,
    push(data) {
      splice.push(data);
      // Held-back media changes nothing in the buffer, but the video may be stuck in front of it.
      keepUp();
    },
    newBuffer,
    keepUp,
    toLiveEdge() {
      const range = buffering?.range();
      if (range) video.currentTime = liveEdge(range, target.seconds);
      startPlaying(video, onSilenced);
    },
    onStall: () => target.onStall(performance.now()),
    settle: () => target.settle(video.muted, performance.now()),
    close: () => buffering?.close(),
  };
}
