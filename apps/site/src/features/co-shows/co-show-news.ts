import type { CoShow as Shown, CoShowRequest, Payload } from '@klieg/contract';
import { toInstant, type Uuid } from '@klieg/kernel';
import { fact } from '../../platform/events/index.ts';
import type { AccountFeed } from '../../platform/sockets/index.ts';
import type { Account } from '../identity/index.ts';
import { openSeating, type SubmitSurely } from '../rooms/index.ts';
import { type CoShow, sayBegan, sayEnded } from './co-show-rules.ts';

interface OfCoShow {
  readonly coShowId: Uuid;
  /** Id of the line in both rooms, so that a repeat does not appear twice. */
  readonly lineId: Uuid;
}

/** A co-show has begun or ended: both rooms must be told. */
export const coShowBegan = fact<OfCoShow>('co_shows.began');
export const coShowEnded = fact<OfCoShow>('co_shows.ended');

/** A request or a co-show with the two that it is between. */
export interface Pair {
  readonly it: CoShow;
  readonly from: Account;
  readonly to: Account;
}

/** The part of the room whose performer does it with this partner. */
export const presentCoShow = (it: CoShow, partner: Account): Shown => ({
  co_show_id: it.id,
  username: partner.username,
  display_name: partner.displayName,
  started_at: toInstant(it.startedAt ?? 0),
});

export const presentRequest = (it: CoShow, other: Account): CoShowRequest => ({
  co_show_id: it.id,
  username: other.username,
  display_name: other.displayName,
  avatar_url: other.avatarUrl,
  expires_at: toInstant(it.expiresAt),
});

/** What performers and rooms are told. All of it is for display: pages also read it by HTTP. */
export interface CoShowNews {
  /** State of a request, to the studios of both; for an unheard one only to the asker. */
  requested(pair: Pair, status: Payload<'v3.co_show.request'>['status']): void;
  /** To both rooms, with a line in their chats. */
  changed(pair: Pair, lineId: Uuid, status: Payload<'v3.co_show.update'>['status']): void;
}

export function makeCoShowNews({
  feed,
  submitSurely,
  now,
}: {
  readonly feed: AccountFeed;
  readonly submitSurely: SubmitSurely;
  /** Unix milliseconds. */
  readonly now: () => number;
}): CoShowNews {
  const tellRoom = (
    own: Account,
    partner: Account,
    { it, status, lineId }: { it: CoShow; status: 'running' | 'ended'; lineId: Uuid },
  ) => {
    submitSurely(own.username, {
      kind: 'state',
      name: 'v3.co_show.update',
      payload: {
        co_show_id: it.id,
        status,
        username: partner.username,
        display_name: partner.displayName,
        started_at: it.startedAt ?? 0,
        ...(status === 'ended' && it.reason !== null && { reason: it.reason }),
      },
    });
    submitSurely(own.username, {
      kind: 'line',
      line: {
        message:
          status === 'running'
            ? sayBegan(own.displayName, partner.displayName)
            : sayEnded(partner.displayName),
        id: lineId,
        at: now(),
        mode: openSeating.mode,
        type: 'system',
        system_code: status === 'running' ? 'co_show_began' : 'co_show_ended',
      },
    });
  };
  return {
    requested({ it, from, to }, status) {
      const payload = { seq: now(), co_show_id: it.id, status, expires_at: it.expiresAt };
      const about = ({ username, displayName }: Account) => ({ username, display_name: displayName });
      feed.send(from.id, 'v3.co_show.request', { ...payload, ...about(to), is_own: true });
      if (it.isHeard) feed.send(to.id, 'v3.co_show.request', { ...payload, ...about(from), is_own: false });
    },
    changed({ it, from, to }, lineId, status) {
      tellRoom(from, to, { it, status, lineId });
      tellRoom(to, from, { it, status, lineId });
    },
  };
}
