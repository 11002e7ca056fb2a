import { useEffect, useState } from 'react';
import type { Answer } from '../../shared/api/answers.ts';
import { api } from '../../shared/api/client.ts';

const EVERY_MS = 5_000;

/**
 * What the server knows of the own broadcast: viewers, earnings, since when; read every five seconds.
 * @param phase what the page itself does; facts of another phase are not shown
 */
export function useBroadcastFacts(phase: string): Answer<'getBroadcast'> | undefined {
  const [held, setHeld] = useState<{ readonly phase: string; readonly facts: Answer<'getBroadcast'> }>();
  useEffect(() => {
    const stop = new AbortController();
    const read = () =>
      api.getBroadcast({ signal: stop.signal }).then(
        (facts) => setHeld({ phase, facts }),
        () => undefined,
      );
    void read();
    const timer = setInterval(() => void read(), EVERY_MS);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [phase]);
  return held?.phase === phase ? held.facts : undefined;
}

/** The server's limits for a browser's camera, and where a program such as OBS sends to. */
export function useStreamerSettings(): Answer<'getStreamerSettings'> | undefined {
  const [settings, setSettings] = useState<Answer<'getStreamerSettings'>>();
  useEffect(() => {
    const stop = new AbortController();
    api.getStreamerSettings({ signal: stop.signal }).then(setSettings, () => undefined);
    return () => stop.abort();
  }, []);
  return settings;
}
