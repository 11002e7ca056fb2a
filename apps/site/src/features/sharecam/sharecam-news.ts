import type { EventName, Payload } from '@klieg/contract';
import type { AccountFeed } from '../../platform/sockets/index.ts';
import { type Account, accountKey } from '../identity/index.ts';
import type { RoomHub } from '../rooms/index.ts';
import { PUBLISH_MS, type Sharecam, type SharecamEnd } from './sharecam-rules.ts';

/** A viewer's camera with the two that it is between. */
export interface Pair {
  readonly it: Sharecam;
  readonly owner: Account;
  readonly viewer: Account;
}

/** How a request goes to the performer's pages. */
export const presentRequest = (
  { it, viewer }: Pick<Pair, 'it' | 'viewer'>,
  now: number,
  status: Payload<'v3.sharecam.request'>['status'] = 'pending',
): Payload<'v3.sharecam.request'> => ({
  seq: now,
  request_id: it.id,
  username: viewer.username,
  audio: it.hasSound,
  expires_at: it.expiresAt,
  status,
});

/** What the two are told. All of it is for display: pages also read it by HTTP. */
export interface SharecamNews {
  /** Requested, or no longer open. */
  requested(pair: Pair, status: Payload<'v3.sharecam.request'>['status']): void;
  /** A request ended without an answer. */
  lapsed(pair: Pair, reason: SharecamEnd): void;
  accepted(pair: Pair): void;
  declined(pair: Pair): void;
  /** The viewer may send from now on. @param token undefined: the page that holds the camera asks for it */
  start(pair: Pair, token?: string): void;
  /** The performer may look. */
  ready(pair: Pair): void;
  ended(pair: Pair, reason: SharecamEnd): void;
}

export function makeSharecamNews({
  feed,
  hub,
  now,
  ingestUrl,
}: {
  readonly feed: AccountFeed;
  readonly hub: Pick<RoomHub, 'command'>;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Where cameras are sent to. */
  readonly ingestUrl: string;
}): SharecamNews {
  const tell = <N extends EventName>(owner: Account, to: Account, name: N, payload: Payload<N>) =>
    hub.command(owner.username, { kind: 'tell', personKey: accountKey(to.id), name, payload });

  const tellEnd = ({ it, owner, viewer }: Pair, to: readonly Account[], reason: SharecamEnd) => {
    const payload = { seq: now(), cam2cam_id: it.id, username: viewer.username, reason };
    for (const one of to) tell(owner, one, 'v3.cam2cam.end', payload);
  };
  const requested: SharecamNews['requested'] = (pair, status) =>
    feed.send(pair.owner.id, 'v3.sharecam.request', presentRequest(pair, now(), status));

  return {
    requested,
    lapsed(pair, reason) {
      requested(pair, 'canceled');
      tellEnd(pair, [pair.viewer], reason);
    },
    accepted: ({ it, owner, viewer }) =>
      tell(owner, viewer, 'v3.sharecam.accepted', { request_id: it.id, username: owner.username }),
    declined: ({ it, owner, viewer }) =>
      tell(owner, viewer, 'v3.sharecam.declined', {
        request_id: it.id,
        username: owner.username,
        display_name: owner.displayName,
      }),
    start({ it, owner, viewer }, token) {
      const started = {
        seq: now(),
        cam2cam_id: it.id,
        username: viewer.username,
        expires_at: (it.acceptedAt ?? now()) + PUBLISH_MS,
        audio: it.hasSound,
      };
      tell(owner, owner, 'v3.cam2cam.start', started);
      tell(owner, viewer, 'v3.cam2cam.start', {
        ...started,
        ingest_url: ingestUrl,
        ...(token !== undefined && { token }),
      });
    },
    ready({ it, owner, viewer }) {
      const payload = { seq: now(), cam2cam_id: it.id, username: viewer.username };
      for (const to of [owner, viewer]) tell(owner, to, 'v3.cam2cam.ready', payload);
    },
    ended: (pair, reason) => tellEnd(pair, [pair.owner, pair.viewer], reason),
  };
}
