import { type callsByFeature, cleanText } from '@klieg/contract';
import { AppError, toInstant, type Uuid } from '@klieg/kernel';
import type { Handlers } from '#site/platform/http/index.ts';
import { type Account, accountKey, type AccountStore } from '../../identity/index.ts';
import { makeRoomOf, type RoomHub, summaryOf } from '../../rooms/index.ts';
import type { SiteCaller } from '../../sessions/index.ts';
import type { Wallet } from '../../wallet/index.ts';
import type { AcceptPrivate } from './accept-private.ts';
import type { AskPrivate } from './ask-private.ts';
import type { Deliveries } from '../meters/deliveries.ts';
import type { DiscountStore } from '../prices/discount-store.ts';
import type { EndPrivate } from './end-private.ts';
import type { ExtendPrivate } from './extend-private.ts';
import type { LineStore } from './line-store.ts';
import type { PrivateLine } from './private-line.ts';
import { fanRefundOf, LOW_TIME_SECONDS, type Private, priceOf } from './private-rules.ts';
import { recordingIdOf } from './private-recordings.ts';
import type { PrivateStore } from './private-store.ts';
import { presentDiscount, presentStats } from '../room-part.ts';
import type { RunPrivates } from './run-privates.ts';
import type { WatchWishes } from './watch-wishes.ts';

type Calls = (typeof callsByFeature)['shows'];

export interface PrivateCallDeps {
  readonly accounts: Pick<AccountStore, 'findByUsername' | 'findById' | 'listByIds'>;
  readonly hub: Pick<RoomHub, 'find'>;
  readonly wallet: Pick<Wallet, 'spendableOf' | 'recentTipsOf'>;
  readonly store: PrivateStore;
  readonly requests: AskPrivate;
  readonly accept: AcceptPrivate;
  readonly ends: EndPrivate;
  readonly extend: ExtendPrivate;
  readonly runs: Pick<RunPrivates, 'standOf'>;
  readonly deliveries: Pick<Deliveries, 'deliveredOf'>;
  readonly line: PrivateLine;
  readonly lines: Pick<LineStore, 'list' | 'placeOf'>;
  readonly discounts: DiscountStore;
  readonly tellDiscount: (owner: Account) => Promise<void>;
  readonly watchWishes: Pick<WatchWishes, 'read'>;
}

/** How long a repeat of an end gets the same answer. */
const END_REPEAT_MS = 10 * 60_000;

const done = { status: 1 as const };

/** The calls of privates, their line and their discounts. */
export function makePrivateHandlers(deps: PrivateCallDeps) {
  const { store, requests } = deps;

  const roomOf = makeRoomOf(deps.accounts);

  /** The caller's show in this room, running or just ended. */
  const ownShow = async (owner: Account, { id }: Account): Promise<Private | undefined> => {
    const on = await store.findOn(owner.id);
    if (on) return on.payerId === id || on.roomId === id ? on : undefined;
    const last = id === owner.id ? await store.findLastEnded(owner.id) : await store.findLast(id, owner.id);
    const isFresh = last !== undefined && (await store.now()) - (last.endedAt ?? 0) < END_REPEAT_MS;
    return last?.state === 'ended' && isFresh ? last : undefined;
  };

  const end = async (owner: Account, me: Account): Promise<Private> => {
    const show = await ownShow(owner, me);
    const pair = show && (await requests.pairOf(show));
    const ended = pair && (await deps.ends.end(pair, me.id === pair.payer.id ? 'user_ended' : 'model_ended'));
    if (!ended) throw new AppError('shows.not_running');
    return ended;
  };

  const historyOf = async (open: readonly Private[], owner: Account) =>
    store.historyOf(
      open.map(({ payerId }) => payerId),
      owner.id,
    );

  return {
    async requestPrivate({ params, body }, { caller, idempotencyKey }) {
      const owner = await roomOf(params.username);
      const account = caller.account!;
      const wish = {
        type: body.type,
        source: body.source,
        price: body.cost_per_minute,
        withCam2cam: body.with_cam2cam,
        withRecording: body.keep_recording,
        message: cleanText(body.message ?? '').trim() || null,
        watchMediaId: await deps.watchWishes.read(account, owner, body),
      };
      const show = await requests.ask(
        { key: idempotencyKey!, account, country: caller.country },
        owner,
        wish,
      );
      await deps.line.hasAsked(account.id, owner);
      return {
        ...done,
        request_id: show.id,
        expires_at: toInstant(new Date(show.expiresAt)),
        cost_per_minute: show.price,
        min_minutes: show.prepaidSeconds / 60,
        tokens: await deps.wallet.spendableOf(account.id),
      };
    },
    async cancelPrivate({ params, body }, { caller }) {
      const owner = await roomOf(params.username);
      const became = await requests.cancel(caller.account!, body.request_id as Uuid);
      if (became === 'starting') await end(owner, caller.account!);
      return done;
    },
    async acceptPrivate({ params }, { caller }) {
      const show = await deps.accept(caller.account!, params.id as Uuid);
      return { ...done, show_id: show.id };
    },
    async declinePrivate({ params }, { caller }) {
      await requests.decline(caller.account!, params.id as Uuid);
      return done;
    },
    async listPrivateRequests(_input, { caller }) {
      const owner = caller.account!;
      const open = await store.listRequests(owner.id);
      const [people, histories, waiting, tips] = await Promise.all([
        deps.accounts.listByIds(open.map(({ payerId }) => payerId)),
        historyOf(open, owner),
        deps.lines.list(owner.id),
        deps.wallet.recentTipsOf(open.map(({ payerId }) => ({ payer: payerId, receiver: owner.id }))),
      ]);
      const presence = deps.hub.find(owner.username)?.presence;
      return {
        items: open.flatMap((request, at) => {
          const asker = people.find(({ id }) => id === request.payerId);
          if (!asker) return [];
          const person = presence?.find(accountKey(asker.id));
          const summary = person && summaryOf(person);
          const history = histories.get(asker.id);
          return [
            {
              request_id: request.id,
              user: {
                username: asker.username,
                gender: asker.gender,
                is_model: false,
                is_vip: summary?.is_vip ?? false,
                is_super_vip: summary?.is_super_vip ?? false,
                has_tokens: true,
                email_confirmed: false,
                has_cc: false,
                has_purchase: summary?.has_purchase ?? false,
                is_guest: false,
                recentTips: tips[at] ?? 0,
                tokens: 0,
                recent_purchases: 0,
                socket_id: null,
              },
              type: request.type,
              source: request.source,
              with_cam2cam: request.withCam2cam,
              keep_recording: request.withRecording,
              message: request.message ?? '',
              expires_at: toInstant(new Date(request.expiresAt)),
              cost_per_minute: request.price,
              history: {
                shows: history?.shows ?? 0,
                tokens: history?.tokens ?? 0,
                last_at: history?.lastAt ? toInstant(history.lastAt) : null,
              },
            },
          ];
        }),
        line: waiting.length,
      };
    },
    async endPrivate({ params }, { caller }) {
      const ended = await end(await roomOf(params.username), caller.account!);
      return {
        ...done,
        reason_ended: ended.reason as never,
        duration_seconds: ended.durationSeconds ?? 0,
        tokens_charged: ended.tokensCharged ?? 0,
        refunded_tokens: ended.tokensReturned ?? 0,
        fanclub_refund: fanRefundOf(ended),
        recording_id: ended.payerId === caller.account!.id ? recordingIdOf(ended) : null,
      };
    },
    async extendPrivate({ params, body }, { caller, idempotencyKey }) {
      const owner = await roomOf(params.username);
      const show = await store.findOn(owner.id);
      if (show?.state !== 'running' || show.payerId !== caller.account!.id)
        throw new AppError('shows.not_running');
      const prepaid = await deps.extend(idempotencyKey!, show, body.minutes);
      return { ...done, prepaid_seconds: prepaid, tokens: await deps.wallet.spendableOf(show.payerId) };
    },
    async pingPrivate({ params, body }, { caller }) {
      const [owner, me] = [await roomOf(params.username), caller.account!];
      const isOwner = me.id === owner.id;
      const other = isOwner ? await deps.accounts.findByUsername(body.viewer ?? '') : owner;
      if (!other || other.id === me.id) throw new AppError('common.not_found');
      const kind = isOwner ? 'model_invites' : 'viewer_asks';
      const price = priceOf(owner.settings, 'private', await deps.discounts.rateOf(owner.id));
      await deps.line.ping(me, other, { kind, price });
      return done;
    },
    async joinPrivateLine({ params }, { caller }) {
      const place = await deps.line.join(caller.account!, await roomOf(params.username));
      return { ...done, ...place };
    },
    async leavePrivateLine({ params }, { caller }) {
      await deps.line.leave(caller.account!, await roomOf(params.username));
      return done;
    },
    async setPrivateDiscount({ body }, { caller }) {
      const owner = caller.account!;
      const { discountRate: rate, seconds } = body;
      if (rate === 0) await deps.discounts.end(owner.id);
      else if (!(await deps.discounts.begin(owner.id, rate, seconds!)))
        throw new AppError('shows.discount_running');
      await deps.tellDiscount(owner);
      const discount = (await deps.discounts.listOf([owner.id])).get(owner.id);
      return { ...done, privateDiscount: discount ? presentDiscount(discount, owner) : null };
    },
    async getPrivateState({ params }, { caller }) {
      const [owner, me] = [await roomOf(params.username), caller.account!];
      const show = (await store.findOn(owner.id)) ?? (await store.findLast(me.id, owner.id));
      const isOwn = show?.payerId === me.id || show?.roomId === me.id;
      const own = isOwn ? show : await store.findLast(me.id, owner.id);
      const isRunning = own?.state === 'running';
      const left = isRunning ? deps.runs.standOf(own.id)?.remainingSeconds : undefined;
      return {
        privateStats: isRunning ? presentStats(own, deps.deliveries.deliveredOf(own.id)) : null,
        request: own
          ? {
              request_id: own.id,
              state: own.state === 'settling' ? ('running' as const) : own.state,
              expires_at: toInstant(new Date(own.expiresAt)),
            }
          : null,
        low_time: left !== undefined && left <= LOW_TIME_SECONDS,
        place: (await deps.lines.placeOf(owner.id, me.id))?.place ?? null,
      };
    },
  } satisfies Partial<Handlers<Calls, SiteCaller>>;
}
