import { ROOMS_MAX, type Settings } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { makeBlocksHandlers, makeBlockStore } from '../../features/blocks/index.ts';
import {
  makeBroadcaster,
  makeBroadcastStore,
  makeConversationDesk,
  makeConversationStore,
  makeDirectMessagesHandlers,
  makeDirectMessagesSocket,
  makeDropLoosePictures,
  makeFindPartner,
  makeKeepPicture,
  makeMessageStore,
  makeMessenger,
  makePictureStore,
  makeRefuseText,
  partnerOf,
} from '../../features/direct-messages/index.ts';
import {
  makeFriendDesk,
  makeFriendsHandlers,
  makeFriendStore,
  makeOnlineBoard,
} from '../../features/friends/index.ts';
import type { Account } from '../../features/identity/index.ts';
import { makeNoteStore } from '../../features/people/index.ts';
import { makeReportsHandlers, makeReportStore } from '../../features/reports/index.ts';
import { makeRemakePicture } from '../../platform/pictures/index.ts';
import { makeFindEvidence } from '../find-evidence.ts';
import { serveMessagePictures } from '../message-pictures.ts';
import type { Foundation } from './foundation.ts';
import type { Live } from './live.ts';
import type { Money } from './money.ts';

export type Messages = Awaited<ReturnType<typeof composeMessages>>;

/** Friends, private messages, blocks, and reports of what people send each other. */
export async function composeMessages(base: Foundation, money: Money, live: Live) {
  const { accounts, app, board, bus, clock, config, database, feed, hub, ledger, log, notify, tell } = base;
  const { blobs, jobs } = live;

  const notes = makeNoteStore(database);
  const blocks = makeBlockStore(database);
  const friends = makeFriendStore(database);
  const conversations = makeConversationStore(database);
  const messages = makeMessageStore(database);
  const pictures = makePictureStore(database);
  const roomStatusOf = (username: string) => board.of(username)?.status ?? 'offline';

  const online = makeOnlineBoard(bus, clock);
  const friendDesk = makeFriendDesk({
    accounts,
    friends,
    blocks,
    feed,
    online,
    notify,
    roomStatusOf: ({ type, username }) => (type === 'model' ? roomStatusOf(username) : null),
    clock,
    log,
  });
  const announcePresence = (id: AccountId) =>
    void friendDesk.announcePresence(id).catch(tell('friends could not be told who is here'));
  feed.onPages(online.set);
  online.onChange(announcePresence);

  const refuseText = makeRefuseText(config.bannedTerms);
  const messenger = makeMessenger({
    messages,
    blocks,
    friends,
    feed,
    hasTokens: async (id) => (await ledger.balanceOf(id)).spendable > 0,
    // Nobody is a fan before there are fan clubs.
    isFan: () => Promise.resolve(false),
    refuseText,
    isOnline: online.isOnline,
    notify,
    clock,
  });
  const broadcaster = makeBroadcaster({
    accounts,
    broadcasts: makeBroadcastStore(database),
    messenger,
    jobs,
    refuseText,
    payersOf: ledger.payersOf,
    listFans: () => Promise.resolve([]),
  });
  money.onMessageTip(
    ({ sender, receiver, amountTokens, comment }, transferId) =>
      void messenger
        .deliver(sender, partnerOf(receiver), {
          clientId: transferId,
          text: comment ?? '',
          tipTokens: amountTokens,
        })
        .catch(tell('a tip could not be shown in its conversation')),
  );
  const findPartner = makeFindPartner({ accounts, hasConversation: conversations.has });
  const desk = makeConversationDesk({ conversations, messages, friends, feed, findPartner, roomStatusOf });

  base.serve('blocks', makeBlocksHandlers({ accounts, blocks, onIgnored: friendDesk.onIgnored }));
  base.serve('friends', makeFriendsHandlers(friendDesk));
  base.serve(
    'direct-messages',
    makeDirectMessagesHandlers({
      messenger,
      desk,
      messages,
      conversations,
      findPartner,
      keepPicture: makeKeepPicture({ pictures, blobs, remake: makeRemakePicture() }),
      sendBroadcast: broadcaster.send,
      notesOf: async (person, { id }) => (await notes.find(person.id, id))?.notes ?? '',
    }),
  );
  base.serve(
    'reports',
    makeReportsHandlers({
      reports: makeReportStore(database),
      findEvidence: makeFindEvidence({
        accounts,
        findMessage: messages.find,
        historyOf: (username) => hub.find(username)?.history ?? [],
      }),
    }),
  );
  serveMessagePictures(app, { blobs, mayOpen: pictures.mayOpen, resolveCaller: base.resolveCaller });
  if (config.roles.has('jobs')) await broadcaster.work();

  const dropLoosePictures = makeDropLoosePictures({ pictures, blobs });
  return {
    friendStatus: friends.statusOf,
    takeMessage: makeDirectMessagesSocket({
      messenger,
      desk,
      messages,
      conversations,
      friends,
      findPartner,
      log,
    }),
    /** What the own account's answer says of messages. */
    async summaryOf(id: AccountId) {
      const [sort, unread] = await Promise.all([conversations.sortOf(id), conversations.unreadTotal(id)]);
      const rooms = await desk.list(id, { sort, offset: 0, limit: ROOMS_MAX });
      return {
        unread,
        open_rooms: rooms.filter(({ isOpen }) => isOpen).map(({ username }) => username),
        unread_rooms: rooms.filter((room) => room.unread > 0).map(({ username }) => username),
        sort,
      };
    },
    onSettings(account: Account, changes: Partial<Settings>) {
      if ('invisible_mode_level' in changes) announcePresence(account.id);
    },
    async keepHouse() {
      await friendDesk.expireRequests();
      await dropLoosePictures();
    },
    close: online.close,
  };
}
