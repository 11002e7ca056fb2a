import { useEffect, useState } from 'react';
import type { Answer } from '../../shared/api/answers.ts';
import { api } from '../../shared/api/client.ts';

const EVERY_MS = 5_000;

/** What the server knows of the own broadcast: viewers, earnings, since when; read every five seconds. */
export function useBroadcastFacts(): Answer<'getBroadcast'> | undefined {
  const [facts, setFacts] = useState<Answer<'getBroadcast'>>();
  useEffect(() => {
    const stop = new AbortController();
    const read = () => api.getBroadcast({ signal: stop.signal }).then(setFacts, () => undefined);
    void read();
    const timer = setInterval(() => void read(), EVERY_MS);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, []);
  return facts;
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
