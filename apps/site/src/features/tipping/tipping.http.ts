import { type callsByFeature, DEFAULT_TIP_TOKENS } from '@klieg/contract';
import { type AccountId, AppError } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { BlockStore } from '../blocks/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { HasPassed, RoomAccess } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { CommentRules } from './comment-rules.ts';
import type { Offers } from './offers.ts';
import type { makeSendTip } from './send-tip.ts';
import { refuseTip, tipPresets } from './tip-rules.ts';

interface Deps {
  readonly blocks: Pick<BlockStore, 'listApart'>;
  /** Whether two accounts belong to one person. */
  readonly isLinked: (a: AccountId, b: AccountId) => Promise<boolean>;
  readonly accounts: AccountStore;
  readonly access: RoomAccess;
  readonly comments: Pick<CommentRules, 'check'>;
  readonly hasPassed: HasPassed;
  /** Whether a performer is there for anybody now. */
  readonly isOpen: (id: AccountId) => Promise<boolean>;
  readonly offers: Pick<Offers, 'list'>;
  readonly sendTip: ReturnType<typeof makeSendTip>;
  readonly lastTip: (id: AccountId) => Promise<number | undefined>;
  readonly isBlockedCountry: (country: string | null) => boolean;
}

const reasonOf = (code: string | null) => {
  if (code === 'compliance.tip_geo_block_sender') return 'tip_geo_block_sender' as const;
  return code === 'compliance.tip_geo_block_receiver' ? ('tip_geo_block_receiver' as const) : null;
};

export function makeTippingHandlers(deps: Deps): Handlers<(typeof callsByFeature)['tipping'], SiteCaller> {
  const receiverOf = async (id: number, caller: SiteCaller): Promise<Account> =>
    deps.access.check(await deps.accounts.findById(id as AccountId), caller);

  return {
    async sendTip({ params, body }, { caller, idempotencyKey }) {
      const receiver = await receiverOf(params.id, caller);
      // The room reads it; while nobody is there it needs no password.
      if (!(await deps.hasPassed(receiver, caller)) && (await deps.isOpen(receiver.id)))
        throw new AppError('rooms.password_required');
      const spent = await deps.sendTip({
        key: idempotencyKey!,
        sender: caller.account!,
        senderCountry: caller.country,
        receiver,
        amountTokens: body.amount,
        comment: await deps.comments.check(body.comment, receiver, caller),
        type: body.type,
        sourceId: body.source_id,
        appData: body.app_data,
      });
      return {
        status: 1,
        tip_id: spent.id,
        amount: body.amount,
        tokens: spent.spendable,
        tip_effect: spent.offer ? { menu_item: spent.offer.label, app_id: body.app_data!.app_id } : null,
      };
    },
    async getTipOptions({ params }, { caller }) {
      const receiver = await receiverOf(params.id, caller);
      const refused = refuseTip({
        sender: caller.account!,
        receiver,
        senderCountry: caller.country,
        isBlockedCountry: deps.isBlockedCountry,
      });
      const [apart, isOwn, hasPassed, offers] = await Promise.all([
        deps.blocks.listApart([[caller.account!.id, receiver.id]]),
        deps.isLinked(caller.account!.id, receiver.id),
        deps.hasPassed(receiver, caller),
        deps.offers.list(receiver.id),
      ]);
      // What is sold behind a password is told to those who have given it.
      const shown = hasPassed ? offers : [];
      return {
        can_tip: refused === null && apart.size === 0 && !isOwn,
        reason: reasonOf(refused),
        last_amount: (await deps.lastTip(caller.account!.id)) ?? DEFAULT_TIP_TOKENS,
        presets: tipPresets(),
        menu: shown.map(({ itemId, label, price }) => ({ item_id: itemId, label, price })),
      };
    },
  };
}
