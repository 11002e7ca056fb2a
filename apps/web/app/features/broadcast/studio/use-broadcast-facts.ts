import { useEffect, useState } from 'react';
import type { Answer } from '#app/shared/api/answers.ts';
import { api } from '#app/shared/api/client.ts';
import { addSample, type HealthSample } from './health-series.ts';

const EVERY_MS = 5_000;

export interface BroadcastFacts {
  readonly facts: Answer<'getBroadcast'> | undefined;
  /** The server has been asked in this phase, whatever it answered. */
  readonly isAsked: boolean;
  /** The last minutes of what the server receives, oldest first. */
  readonly series: readonly HealthSample[];
}

/**
 * What the server knows of the caller's broadcast: viewers, earnings, start; read every five seconds.
 * @param phase of this page; facts of another phase are not shown
 */
export function useBroadcastFacts(phase: string): BroadcastFacts {
  const [held, setHeld] = useState<{ readonly phase: string; readonly facts: Answer<'getBroadcast'> }>();
  const [askedIn, setAskedIn] = useState<string>();
  const [series, setSeries] = useState<readonly HealthSample[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    const read = () =>
      api.getBroadcast({ signal: stop.signal }).then(
        (facts) => {
          setHeld({ phase, facts });
          setAskedIn(phase);
          const { bitrate_kbps: kbps, fps, packet_loss_percent: lossPercent, loudness_lufs: lufs } = facts;
          setSeries((old) => (facts.live ? addSample(old, { kbps, fps, lossPercent, lufs }) : []));
        },
        () => stop.signal.aborted || setAskedIn(phase),
      );
    void read();
    const timer = setInterval(() => void read(), EVERY_MS);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [phase]);
  return { facts: held?.phase === phase ? held.facts : undefined, isAsked: askedIn === phase, series };
}

/**
 * The server's limits for a browser's camera, where a program such as OBS sends to, and what it was sent
 * away for. @param isWatching an encoder is being waited for: read again each few seconds
 * @returns them, and how an answer that came with a change takes their place
 */
export function useStreamerSettings(isWatching: boolean) {
  const [settings, setSettings] = useState<Answer<'getStreamerSettings'>>();
  useEffect(() => {
    const stop = new AbortController();
    const read = () => api.getStreamerSettings({ signal: stop.signal }).then(setSettings, () => undefined);
    void read();
    const timer = isWatching ? setInterval(() => void read(), EVERY_MS) : undefined;
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [isWatching]);
  return [settings, setSettings] as const;
}
