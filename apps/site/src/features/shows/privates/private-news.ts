import type { Payload, PrivateEndReason } from '@klieg/contract';
import { type AccountId, modelShare } from '@klieg/kernel';
import type { AccountFeed } from '#site/platform/sockets/index.ts';
import { type Account, accountKey } from '../../identity/index.ts';
import type { RoomHub, SubmitSurely } from '../../rooms/index.ts';
import { type ExpiryReason, fanRefundOf, prepaidLeft, type Private } from './private-rules.ts';
import { type MeterStand, SHOW_SHARE_PERCENT } from '../meters/run-meters.ts';

/** A private with the two that it is between. */
export interface Pair {
  readonly show: Private;
  readonly owner: Account;
  readonly payer: Account;
}

type FailureType = NonNullable<Payload<'v3.private.request_failed'>['errorType']>;

/**
 * What the pages of a private's people, and of its room, are told. All of it is for display: pages also read it by
 * HTTP.
 */
export interface PrivateNews {
  requested(pair: Pair): void;
  expired(pair: Pair, reason: ExpiryReason): void;
  declined(pair: Pair): void;
  failed(pair: Pair, errorType: FailureType, error?: string): void;
  started(pair: Pair, remainingSeconds: number): void;
  tick(
    pair: Pair,
    now: { readonly stand: MeterStand; readonly isMetered: boolean; readonly spies: number },
  ): void;
  ended(pair: Pair): void;
}

/** A private requested for watching something together, as its two people see it; others see a plain private. */
const typeInside = ({ type, source }: Pick<Private, 'type' | 'source'>) =>
  type === 'private' && source === 'watch' ? 'watch_together' : type;

/** How a private's request goes to own pages. */
export const presentRequest = (
  { show, owner, payer }: Pair,
  now: number,
  status: Payload<'v3.private.request'>['status'] = 'pending',
): Payload<'v3.private.request'> => ({
  seq: now,
  request_id: show.id,
  username: payer.username,
  to: owner.username,
  cost_per_minute: show.price,
  prepaid_seconds: show.prepaidSeconds,
  type: typeInside(show),
  ...(show.source === 'watch' && { source: 'watch' as const }),
  sharecam: show.withCam2cam,
  expires_at: show.expiresAt,
  status,
});

type Started = Omit<Payload<'v3.private.started'>, 'seq'>;

/** What everybody may know of a private that runs; its people get more. */
export const presentOutside = ({ show, owner }: Pick<Pair, 'show' | 'owner'>): Started => ({
  cost_per_minute: show.price,
  type: show.type,
  broadcaster: owner.username,
  show_id: show.id,
  started_at: show.startedAt ?? 0,
  audio_only: owner.settings.audio_only,
  ...(show.type === 'private' && {
    spy_cost_per_minute: owner.settings.spy_cost,
    freeSpyPreviewDuration: owner.settings.spy_preview_seconds,
  }),
});

/** The same for the performer, who is not told the payer's remaining time. */
export const presentToStreamer = (
  pair: Pair,
  at: { readonly deliveredMs: number; readonly chargedTokens: number },
): Started => ({
  ...presentOutside(pair),
  type: typeInside(pair.show),
  username: pair.payer.username,
  source: pair.show.source,
  prepaid_seconds: pair.show.prepaidSeconds,
  duration: Math.floor(at.deliveredMs / 1_000),
  tokens_charged: at.chargedTokens,
});

const atStart = { deliveredMs: 0, chargedTokens: 0 };

export function makePrivateNews({
  feed,
  hub,
  submitSurely,
  now,
}: {
  readonly feed: AccountFeed;
  readonly hub: Pick<RoomHub, 'command'>;
  readonly submitSurely: SubmitSurely;
  /** Unix milliseconds. */
  readonly now: () => number;
}): PrivateNews {
  const toBoth = (pair: Pair, payloadFor: (other: Account) => Payload<'v3.private.expired'>) => {
    feed.send(pair.payer.id, 'v3.private.expired', payloadFor(pair.owner));
    feed.send(pair.owner.id, 'v3.private.expired', payloadFor(pair.payer));
  };
  const requested = (pair: Pair, status: Payload<'v3.private.request'>['status']) => {
    const request = presentRequest(pair, now(), status);
    for (const { id } of [pair.payer, pair.owner]) feed.send(id, 'v3.private.request', request);
  };

  return {
    requested: (pair) => requested(pair, 'pending'),
    expired(pair, reason) {
      if (reason === 'canceled') requested(pair, 'canceled');
      toBoth(pair, ({ username }) => ({ request_id: pair.show.id, username, reason }));
    },
    declined: ({ show, owner, payer }) =>
      feed.send(payer.id, 'v3.private.declined', {
        request_id: show.id,
        username: owner.username,
        reason: 'declined',
      }),
    failed({ show, payer, owner }, errorType, error) {
      const failure = { errorType, request_id: show.id, ...(error !== undefined && { error }) };
      feed.send(payer.id, 'v3.private.request_failed', failure);
      // Both are told that the picture did not come; only the caller's own answer says whether the other can pay.
      if (errorType === 'media_failed') feed.send(owner.id, 'v3.private.request_failed', failure);
    },
    started(pair, remaining) {
      const streamer = presentToStreamer(pair, atStart);
      submitSurely(pair.owner.username, {
        kind: 'state',
        name: 'v3.private.started',
        payload: presentOutside(pair),
        bySeat: { streamer, member: { ...streamer, remaining_seconds: remaining } },
      });
    },
    tick({ show, owner, payer }, { stand, isMetered, spies }) {
      const shared = {
        seq: now(),
        show_id: show.id,
        duration: Math.floor(stand.row.deliveredMs / 1_000),
        tokens_charged: stand.chargedTokens,
        privatePrepaidTimeLeftSeconds: prepaidLeft(show, stand.row.deliveredMs),
        metered: isMetered,
      };
      const tell = (id: AccountId, payload: Payload<'v3.private.tick'>) =>
        hub.command(owner.username, {
          kind: 'tell',
          personKey: accountKey(id),
          name: 'v3.private.tick',
          payload,
        });
      tell(payer.id, { ...shared, remaining_seconds: stand.remainingSeconds });
      tell(owner.id, {
        ...shared,
        spy_count: spies,
        tokens_earned: modelShare(stand.chargedTokens, SHOW_SHARE_PERCENT),
      });
    },
    ended({ show, owner, payer }) {
      const reason = show.reason as PrivateEndReason;
      const outside = { reason_ended: reason, show_id: show.id };
      const inside = {
        ...outside,
        duration: show.durationSeconds ?? 0,
        tokens_charged: show.tokensCharged ?? 0,
        username: payer.username,
      };
      submitSurely(owner.username, {
        kind: 'state',
        name: 'v3.private.end',
        payload: outside,
        bySeat: {
          streamer: inside,
          member: {
            ...inside,
            fanclub_refund: fanRefundOf(show),
            tokens_returned: show.tokensReturned ?? 0,
            can_rate: show.startedAt !== null,
          },
        },
      });
    },
  };
}
