import { useEffect, useState } from 'react';
import type { Answer } from '#app/shared/api/answers.ts';
import { lateApi } from '#app/shared/api/late-client.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import type { ShowsPart } from '../shows-part.ts';

export type RequestItem = Answer<'listPrivateRequests'>['items'][number];

export interface OpenRequests {
  readonly items: readonly RequestItem[];
  /** How many wait in line. */
  readonly line: number;
}

/** Requests to the performer with everything known of the senders, read again whenever the room reports another. */
export function useRequests({ part, now, tools }: SlotProps<ShowsPart>): OpenRequests {
  const [known, setKnown] = useState<OpenRequests>({ items: [], line: 0 });
  const { client, dispatch } = tools;
  const told = part.requests.map(({ request_id: id }) => id).join(' ');
  useEffect(() => {
    if (!client) return undefined;
    const stop = new AbortController();
    const read = (answer: Answer<'listPrivateRequests'>) => {
      setKnown(answer);
      const requests = answer.items.map(({ request_id, expires_at: at }) => ({
        request_id,
        expires_at: Date.parse(at),
      }));
      dispatch({ name: 'page.requests-read', payload: { requests } });
    };
    const ask = () => void lateApi.listPrivateRequests({ signal: stop.signal }).then(read, () => undefined);
    const askWhenJoined = () => client.get().kind === 'joined' && ask();
    askWhenJoined();
    const unsubscribe = client.subscribe(askWhenJoined);
    return () => {
      unsubscribe();
      stop.abort();
    };
  }, [client, dispatch, told, now.status]);
  return known;
}
