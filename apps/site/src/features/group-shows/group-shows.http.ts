import type { callsByFeature } from '@klieg/contract';
import { AppError, type Uuid } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import { makeRoomOf } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { EndGroup } from './end-group.ts';
import type { EndMembers } from './end-members.ts';
import { type GroupShow, isIn, joinRefusalOf } from './group-rules.ts';
import type { GroupStore } from './group-store.ts';
import type { JoinGroup, RefuseJoiner } from './join-group.ts';
import type { MemberStore } from './member-store.ts';
import type { OfferGroup } from './offer-group.ts';
import { presentGroupShow } from './room-part.ts';

interface Deps {
  readonly accounts: Pick<AccountStore, 'findByUsername'>;
  readonly shows: Pick<GroupStore, 'listOpenIn' | 'findLastEnded' | 'now'>;
  readonly members: Pick<MemberStore, 'find' | 'findLast' | 'countIn' | 'listOwn' | 'sumOf'>;
  readonly wallet: Pick<Wallet, 'spendableOf'>;
  readonly offer: OfferGroup;
  readonly join: JoinGroup;
  readonly refuse: RefuseJoiner;
  readonly ends: Pick<EndGroup, 'end'>;
  readonly memberEnds: Pick<EndMembers, 'end'>;
}

/** How long a repeat of an end gets the same answer. */
const END_REPEAT_MS = 10 * 60_000;

const done = { status: 1 as const };

/** What somebody would be refused with, as a code; null: nothing. */
const codeOf = (asked: Promise<void>): Promise<string | null> =>
  asked.then(
    () => null,
    (error: unknown) => {
      if (error instanceof AppError) return error.code;
      throw error;
    },
  );

/** The calls of group shows. */
export function makeGroupShowsHandlers(
  deps: Deps,
): Handlers<(typeof callsByFeature)['group-shows'], SiteCaller> {
  const { shows, members } = deps;
  const roomOf = makeRoomOf(deps.accounts);
  const openOf = async ({ id }: Account) => (await shows.listOpenIn([id])).get(id);
  const presentFor = async (show: GroupShow, account: Account | null | undefined) => {
    const [countOf, own] = await Promise.all([
      members.countIn([show.id]),
      account ? members.listOwn(account.id, [show.id]) : new Set<Uuid>(),
    ]);
    return presentGroupShow(show, { joined: countOf(show.id), isIn: own.has(show.id) });
  };

  return {
    async getGroupShow({ params }, { caller }) {
      const owner = await roomOf(params.username);
      const show = await openOf(owner);
      const { account } = caller;
      const shown = show ? await presentFor(show, account) : null;
      const refusal = async (): Promise<string | null> => {
        if (!account) return 'common.unauthenticated';
        if (account.id === owner.id) return 'common.not_self';
        if (shown?.is_in) return null;
        return (
          joinRefusalOf(show, shown?.joined ?? 0) ??
          (await codeOf(deps.refuse({ ...caller, account }, owner)))
        );
      };
      const reason = await refusal();
      return { groupShow: shown, can_join: reason === null && shown?.is_in === false, reason };
    },
    async joinGroupShow({ params, body }, { caller, idempotencyKey }) {
      const owner = await roomOf(params.username);
      const account = caller.account!;
      const joiner = { key: idempotencyKey!, caller: { ...caller, account } };
      const show = await deps.join(joiner, owner, body.cost_per_minute);
      return {
        ...done,
        groupShow: await presentFor(show, account),
        tokens: await deps.wallet.spendableOf(account.id),
      };
    },
    async leaveGroupShow({ params }, { caller }) {
      const owner = await roomOf(params.username);
      const last = await members.findLast(caller.account!.id, owner.id);
      if (last && isIn(last)) await deps.memberEnds.end(owner, last, 'left');
      const left = last && (await members.find(last.id));
      return {
        ...done,
        tokens_charged: left?.tokensCharged ?? 0,
        duration_seconds: left?.durationSeconds ?? 0,
      };
    },
    async offerGroupShow({ body }, { caller }) {
      const owner = caller.account!;
      if (body.max_people !== undefined && body.max_people < body.min_people)
        throw new AppError('common.invalid_input');
      const show = await deps.offer(owner, {
        id: body.show_id as Uuid,
        price: body.cost_per_minute,
        minPeople: body.min_people,
        maxPeople: body.max_people ?? null,
        lateJoiners: body.late_joiners,
        ifFew: body.if_few,
        waitMinutes: body.wait_minutes,
      });
      return { ...done, groupShow: await presentFor(show, owner) };
    },
    async cancelGroupShow(_input, { caller }) {
      const owner = caller.account!;
      const show = await openOf(owner);
      if (!show) return done;
      const canceled =
        show.state === 'open' || show.state === 'counting'
          ? await deps.ends.end(owner, show, 'canceled')
          : undefined;
      // It has started meanwhile: that is ended, not canceled.
      if (!canceled && (await openOf(owner))) throw new AppError('shows.in_show');
      return done;
    },
    async endGroupShow(_input, { caller }) {
      const owner = caller.account!;
      const show = await openOf(owner);
      const ended = show?.state === 'running' ? await deps.ends.end(owner, show, 'model_ended') : undefined;
      const last = ended ?? (await shows.findLastEnded(owner.id));
      const isFresh = last !== undefined && (await shows.now()) - (last.endedAt ?? 0) < END_REPEAT_MS;
      // A show that is offered since is not the one that was ended.
      if (!last || !isFresh || (show && !ended && show.state !== 'running'))
        throw new AppError('shows.not_running');
      const { tokens, people } = await members.sumOf(last.id);
      const ranMs = (last.endedAt ?? 0) - (last.startedAt ?? 0);
      return { ...done, people, duration_seconds: Math.floor(ranMs / 1_000), tokens_charged: tokens };
    },
  };
}
