import type { WatchMedia } from '@klieg/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { codeOf } from '../../shared/errors/explain-error.ts';

export type WatchFile =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly url: string; readonly media: WatchMedia }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed' };

/** How often in a row an expired address is renewed automatically; then somebody must press. */
const RENEWALS_MAX = 3;

/** The watched file, at an address of this page's own. It expires, so the video requests another one. */
export function useWatchFile(username: string) {
  const [file, setFile] = useState<WatchFile>({ kind: 'opening' });
  const renewals = useRef(0);
  const stop = useRef<AbortController>(undefined);
  const open = useCallback(async () => {
    stop.current?.abort();
    const { signal } = (stop.current = new AbortController());
    try {
      const { url, media } = await lateApi.openWatched({ params: { username }, signal });
      setFile({ kind: 'open', url, media });
    } catch (error) {
      if (signal.aborted) return;
      setFile({ kind: codeOf(error) === 'media_library.locked' ? 'gone' : 'failed' });
    }
  }, [username]);
  useEffect(() => {
    void open();
    return () => stop.current?.abort();
  }, [open]);
  return {
    file,
    retry: () => {
      renewals.current = 0;
      setFile({ kind: 'opening' });
      void open();
    },
    /** It plays. */
    onPlaying: () => void (renewals.current = 0),
    /** The browser could not read on. */
    onError: () => {
      renewals.current += 1;
      if (renewals.current > RENEWALS_MAX) setFile({ kind: 'failed' });
      else void open();
    },
  };
}
