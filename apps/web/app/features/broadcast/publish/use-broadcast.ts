import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '#app/shared/api/client.ts';
import { makeTokenSource, type StartBody } from './token-source.ts';
import type { PublishState, WhipPublisher } from './whip-publisher.ts';
import { findRelays } from '#app/shared/relays.ts';

/** State of a broadcast of this page. */
export type BroadcastState =
  | { readonly kind: 'off' }
  | { readonly kind: 'starting' }
  | {
      readonly kind: 'on';
      /** When the picture first arrived, in Unix milliseconds. */
      readonly since: number | undefined;
      readonly publish: PublishState;
    }
  | { readonly kind: 'stopping' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface StartWish {
  readonly subject: string;
  readonly maxKbps: number;
  /** The camera is off: viewers are told that there is only sound. */
  readonly isSoundOnly: boolean;
  /** Consents of others in the picture. */
  readonly coPerformers: readonly string[];
}

export interface BroadcastControl {
  readonly state: BroadcastState;
  /** Goes live with the latest options of `replace`. */
  readonly start: (wish: StartWish) => Promise<void>;
  /** Opens the room for an encoder, which sends by itself. */
  readonly startEncoder: (wish: Pick<StartWish, 'subject' | 'coPerformers'>) => Promise<void>;
  readonly stop: (reason?: string) => Promise<void>;
  /** The camera and microphone from now on, without a new connection where one is there already. */
  readonly replace: (stream: MediaStream) => void;
}

const namedBy = (ids: readonly string[]) => (ids.length > 0 ? { co_performers: [...ids] } : {});

/** Starts, keeps and stops the broadcast of this page; leaving the page ends it. */
export function useBroadcast(): BroadcastControl {
  const [state, setState] = useState<BroadcastState>({ kind: 'off' });
  const publisher = useRef<WhipPublisher>(undefined);
  const latest = useRef<MediaStream>(undefined);
  /** Which start is wanted: a later one, a stop (undefined) and the end of the page make the earlier ones stale. */
  const wanted = useRef<object>(undefined);

  const stop = useCallback(async (reason?: string) => {
    wanted.current = undefined;
    setState({ kind: 'stopping' });
    const running = publisher.current;
    publisher.current = undefined;
    const tell = () => api.stopBroadcast({ body: reason ? { reason } : {} }).catch(() => undefined);
    // In an emergency picture and sound end first, whatever the server answers.
    if (reason) await Promise.all([running?.stop(), tell()]);
    else {
      await tell();
      await running?.stop();
    }
    setState({ kind: 'off' });
  }, []);

  const start = useCallback(async ({ subject, maxKbps, isSoundOnly, coPerformers }: StartWish) => {
    setState({ kind: 'starting' });
    const mine = (wanted.current = {});
    const isStale = () => wanted.current !== mine;
    const named = namedBy(coPerformers);
    try {
      const body: StartBody = {
        streaming_tech: 'webrtc',
        audio_only: isSoundOnly,
        ...named,
        ...(subject && { subject: subject.slice(0, 250) }),
      };
      const { ingest } = await api.startBroadcast({ body });
      if (!ingest) throw new Error('the server gave no address to send to');
      const { createPublisher } = await import('../create-publisher.ts');
      if (isStale()) {
        // Stopped or left meanwhile: nobody else ends what has begun. A later start goes on with it.
        if (!wanted.current) await api.stopBroadcast({ body: {} }).catch(() => undefined);
        return;
      }
      // The camera may have been reopened since the press, and its earlier stream has ended.
      const stream = latest.current;
      if (!stream) throw new Error('there is no camera to send');
      setState({ kind: 'on', since: undefined, publish: { kind: 'connecting' } });
      // A token lives for a minute; reconnecting later requests the same broadcast again.
      const tokens = makeTokenSource(ingest.token, body, named);
      publisher.current = createPublisher({
        iceServers: findRelays,
        stream,
        endpoint: ingest.whip_url,
        token: tokens.next,
        maxKbps,
        maySendSizes: true,
        onState(publish) {
          const at = publish.kind === 'live' ? Date.now() : undefined;
          if (at !== undefined) tokens.onLive();
          setState((old) => (old.kind === 'on' ? { ...old, publish, since: old.since ?? at } : old));
        },
      });
    } catch (error) {
      if (!isStale()) setState({ kind: 'failed', error });
    }
  }, []);

  const startEncoder = useCallback(
    async ({ subject, coPerformers }: Pick<StartWish, 'subject' | 'coPerformers'>) => {
      setState({ kind: 'starting' });
      try {
        await api.startBroadcast({
          body: {
            streaming_tech: 'obs',
            ...namedBy(coPerformers),
            ...(subject && { subject: subject.slice(0, 250) }),
          },
        });
        setState({ kind: 'off' });
      } catch (error) {
        setState({ kind: 'failed', error });
      }
    },
    [],
  );

  const replace = useCallback((stream: MediaStream) => {
    latest.current = stream;
    for (const track of stream.getTracks()) void publisher.current?.replaceTrack(track);
  }, []);

  useEffect(
    () => () => {
      wanted.current = undefined;
      void publisher.current?.stop();
    },
    [],
  );

  return { state, start, startEncoder, stop, replace };
}
