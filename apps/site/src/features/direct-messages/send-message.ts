import { cleanText, type Payload } from '@klieg/contract';
import { type AccountId, type Clock, uuidv7 } from '@klieg/kernel';
import type { BlockStore } from '../blocks/index.ts';
import type { FriendStore } from '../friends/index.ts';
import { type Account, isSuspended } from '../identity/index.ts';
import { isAllowed } from '../permissions/index.ts';
import type { Notify } from '../notifications/index.ts';
import type { AccountFeed } from '../../platform/sockets/index.ts';
import { refuseToWrite, type WriteRefusal } from './message-rules.ts';
import type { Message, Side } from './message.ts';
import type { MessageStore } from './message-store.ts';
import type { Partner } from './partner.ts';
import { imageUrl } from './present-message.ts';
import type { TellClubUnread } from './tell-club-unread.ts';

/** Why a message was not kept. */
export type SendRefusal = WriteRefusal | 'invalid_message' | 'text_refused' | 'conflict' | 'no_image';

export type Sent =
  | { readonly ok: true; readonly message: Message }
  | { readonly ok: false; readonly reason: SendRefusal };

interface Deps {
  readonly messages: MessageStore;
  readonly blocks: BlockStore;
  readonly friends: FriendStore;
  readonly feed: AccountFeed;
  /** Whether the house has silenced somebody in all rooms, which holds for messages too. */
  readonly isSilenced: (person: AccountId) => Promise<boolean>;
  readonly hasTokens: (person: AccountId) => Promise<boolean>;
  readonly isFan: (person: AccountId, model: AccountId) => Promise<boolean>;
  readonly refuseText: (text: string) => boolean;
  /** Has a page open somewhere. */
  readonly isOnline: (person: AccountId) => boolean;
  readonly notify: Notify;
  readonly tellClubUnread: TellClubUnread;
  readonly clock: Clock;
}

export interface Draft {
  readonly clientId: string;
  readonly text: string;
  readonly imageId?: string | undefined;
}

/** Messages delivered without a permission check of their own. */
interface Delivery extends Draft {
  readonly tipTokens?: number;
  /** One text to the members of a fan club. */
  readonly isForFans?: boolean;
}

/** How much of a text a fan club's news carries. */
const FAN_NEWS_MAX = 1_000;
const PREVIEW_MAX = 80;
export const previewOf = (text: string): string => [...text].slice(0, PREVIEW_MAX).join('');

/** Who may write to whom, and the writing itself: store, then tell both sides (S2904). */
export interface Messenger {
  refusalOf(sender: Account, partner: Partner): Promise<WriteRefusal | null>;
  /** Both ways of sending end here; a repeat of the client id is the same message (W56). */
  send(sender: Account, partner: Partner, draft: Draft): Promise<Sent>;
  /** Keeps and delivers what needs no permission of its own: broadcasts and tips. */
  deliver(sender: Account, partner: Partner, delivery: Delivery): Promise<Sent>;
}

export function makeMessenger(deps: Deps): Messenger {
  const { messages, blocks, friends, feed } = deps;

  const refusalOf = async (sender: Account, { id, account }: Partner): Promise<WriteRefusal | null> => {
    const [isSilenced, isIgnoring, status, wasWrittenTo] = await Promise.all([
      deps.isSilenced(sender.id),
      blocks.isIgnoring(sender.id, id),
      friends.statusOf(sender.id, id),
      messages.wasWrittenTo(sender.id, id),
    ]);
    const pmAllow = account?.settings.pm_allow ?? 'none';
    return refuseToWrite({
      isThere: account !== null,
      isReceiverSuspended: account !== null && isSuspended(account, deps.clock.now()),
      isSilenced,
      isIgnoring,
      pmAllow,
      isFriend: status === 'CONFIRMED',
      isFan: pmAllow === 'fans' && (await deps.isFan(sender.id, id)),
      hasTokens: pmAllow === 'tokens' && (await deps.hasTokens(sender.id)),
      wasWrittenTo,
      isStaff: isAllowed('work_for_house', { account: sender }),
    });
  };

  const publish = async (
    sender: Account,
    partner: Partner,
    message: Message,
    { clientId, isForFans }: Pick<Delivery, 'clientId' | 'isForFans'>,
    side: Side | null,
  ) => {
    const at = message.at.getTime();
    const event: Omit<Payload<'v3.pm.message'>, 'username'> = {
      id: message.id,
      from: sender.username,
      message: message.text,
      at,
      ...(message.image && {
        media: {
          kind: 'image',
          url: imageUrl(message.image),
          width: message.image.width,
          height: message.image.height,
        },
      }),
      ...(message.tipTokens !== null && { media: { kind: 'tip', tokens: message.tipTokens } }),
    };
    feed.send(sender.id, 'v3.pm.message', { ...event, username: partner.username, client_id: clientId });
    if (!side) return;
    const status = await friends.statusOf(partner.id, sender.id);
    feed.send(partner.id, 'v3.pm.message', { ...event, username: sender.username });
    feed.send(partner.id, 'v3.pm.new', {
      ...side,
      username: sender.username,
      display_name: sender.displayName,
      avatar_url: sender.avatarUrl,
      last_message: previewOf(message.text),
      at,
      is_friend: status === 'CONFIRMED',
    });
    if (isForFans) {
      feed.send(partner.id, 'v3.fans.direct_message', {
        id: message.id,
        from: sender.username,
        username: sender.username,
        message: [...message.text].slice(0, FAN_NEWS_MAX).join(''),
        at,
        unread: side.unread,
        is_mass: true,
      });
      await deps.tellClubUnread(partner.id);
    }
    if (side.unread !== 1 || deps.isOnline(partner.id)) return;
    await deps.notify(partner.id, {
      kind: 'pm',
      code: 'pm_new',
      params: { name: sender.displayName, text: previewOf(message.text) },
      url: `/inbox?with=${sender.username}`,
    });
  };

  const keep = async (
    sender: Account,
    partner: Partner,
    draft: Draft & Pick<Delivery, 'isForFans'>,
    more: { readonly tipTokens: number | null; readonly isFree: boolean },
  ): Promise<Sent> => {
    const kept = await messages.keep({
      id: uuidv7(deps.clock.now()),
      senderId: sender.id,
      receiverId: partner.id,
      clientId: draft.clientId,
      text: draft.text,
      imageId: draft.imageId,
      isUnseen: await blocks.isIgnoring(partner.id, sender.id),
      isForFans: draft.isForFans ?? false,
      ...more,
    });
    switch (kept.is) {
      case 'kept':
        await publish(sender, partner, kept.message, draft, kept.side);
        return { ok: true, message: kept.message };
      case 'known':
        return { ok: true, message: kept.message };
      case 'too_many_new':
        return { ok: false, reason: 'limit_reached' };
      case 'conflict':
      case 'no_image':
        return { ok: false, reason: kept.is };
    }
  };

  return {
    refusalOf,
    async send(sender, partner, draft) {
      const text = cleanText(draft.text).trim();
      // A stored message stays stored, whatever has changed since.
      const known = await messages.findSent(sender.id, draft.clientId);
      if (known)
        return known.receiverId === partner.id &&
          known.message.text === text &&
          (known.message.image?.id ?? undefined) === draft.imageId
          ? { ok: true, message: known.message }
          : { ok: false, reason: 'conflict' };
      if (text === '' && draft.imageId === undefined) return { ok: false, reason: 'invalid_message' };
      if (deps.refuseText(text)) return { ok: false, reason: 'text_refused' };
      const refused = await refusalOf(sender, partner);
      if (refused) return { ok: false, reason: refused };
      return keep(
        sender,
        partner,
        { ...draft, text },
        { tipTokens: null, isFree: isAllowed('work_for_house', { account: sender }) },
      );
    },
    deliver: (sender, partner, { tipTokens, ...draft }) =>
      keep(sender, partner, draft, { tipTokens: tipTokens ?? null, isFree: true }),
  };
}
