import type { NoticeCode } from '../notifications/index.ts';
import { AppError } from '@klieg/kernel';
import type { NewHouseSanction } from './house-sanction-store.ts';

/* Which sanction goes with which scope. Pure. */

/** The part of a request that decides whether it can be carried out. */
export interface WishedSanction {
  readonly kind: 'warn' | 'silence' | 'kick' | 'ban' | 'suspend' | 'content_removed' | 'payout_hold';
  readonly scope: 'site' | 'chat' | 'broadcast' | 'payout';
  readonly minutes?: number | undefined;
}

export interface SanctionFit extends Pick<NewHouseSanction, 'kind' | 'scope'> {
  /** How the person is told. */
  readonly notice: Extract<
    NoticeCode,
    'house_warning' | 'house_silenced' | 'house_put_out' | 'house_broadcast_ban'
  >;
  /** Null: until it is lifted; 0: it is over at once. */
  readonly minutes: number | null;
}

const KICK_MINUTES = 60;

const FITS: Partial<Record<`${WishedSanction['kind']} ${WishedSanction['scope']}`, SanctionFit>> = {
  'warn site': { kind: 'warn', scope: 'site', notice: 'house_warning', minutes: 0 },
  'silence chat': { kind: 'silence', scope: 'chat', notice: 'house_silenced', minutes: null },
  'kick site': { kind: 'kick', scope: 'site', notice: 'house_put_out', minutes: 0 },
  'kick chat': { kind: 'kick', scope: 'chat', notice: 'house_put_out', minutes: KICK_MINUTES },
  'kick broadcast': { kind: 'kick', scope: 'broadcast', notice: 'house_put_out', minutes: 0 },
  'ban chat': { kind: 'ban', scope: 'chat', notice: 'house_put_out', minutes: null },
  'ban broadcast': { kind: 'ban', scope: 'broadcast', notice: 'house_broadcast_ban', minutes: null },
  // The person reads why on the page of the suspension.
  'suspend site': { kind: 'ban', scope: 'site', notice: 'house_put_out', minutes: null },
};

/**
 * How a request is carried out. Removals are decided with their report or complaint, and there are no payouts yet that
 * could be held.
 * @throws common.invalid_input
 */
export function fitOf({ kind, scope, minutes }: WishedSanction): SanctionFit {
  const fit = FITS[`${kind} ${scope}`];
  if (!fit)
    throw new AppError('common.invalid_input', {
      params: {
        fields: [{ path: 'scope', reason: 'value', message: 'This does not go with the sanction.' }],
      },
    });
  return { ...fit, minutes: fit.minutes === 0 ? 0 : (minutes ?? fit.minutes) };
}
