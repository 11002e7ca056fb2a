import type { AccountId } from '@klieg/kernel';
import { MINUTE_MS } from '@klieg/kernel/time';
import type { FastifyInstance } from 'fastify';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { Pictures } from '../../platform/images/index.ts';
import type { Socket } from '../../platform/sockets/index.ts';
import type { ComplianceFeature } from '../compliance/index.ts';
import type { BlocksFeature } from '../blocks/index.ts';
import type { FanClubFeature } from '../fan-club/index.ts';
import type { FriendsFeature } from '../friends/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { FeedReader, LedgerFeature } from '../ledger/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import type { PeopleFeature } from '../people/index.ts';
import { keepsOut, type RoomsFeature } from '../rooms/index.ts';
import type { SessionsFeature, SiteCaller } from '../sessions/index.ts';
import type { WalletFeature } from '../wallet/index.ts';
import { makeBroadcaster } from './broadcast-message.ts';
import { makeBroadcastStore } from './broadcast-store.ts';
import { makeInbox } from './inbox.ts';
import { makeConversationStore } from './conversation-store.ts';
import { makeDirectMessagesHandlers } from './direct-messages.http.ts';
import { makeDirectMessagesSocket } from './direct-messages.socket.ts';
import { makeDropLooseImages, makeKeepImage } from './keep-image.ts';
import { makeMessagesPart } from './me-part.ts';
import { makeMessageStore, type MessageStore } from './message-store.ts';
import { makeTipMessages } from './on-tip-paid.ts';
import { makeFindKnownPartner, makeFindPartner } from './partner.ts';
import { makeClubUnread, type TellClubUnread } from './tell-club-unread.ts';
import { makeImageStore } from './image-store.ts';
import { makeMessenger } from './send-message.ts';
import { serveMessageImages } from './serve-images.ts';
import { makeStoredMessagePictures } from './stored-pictures.ts';

export type DirectMessagesFeature = ReturnType<typeof composeDirectMessages>;

interface Uses {
  readonly identity: IdentityFeature;
  readonly sessions: SessionsFeature;
  readonly ledger: LedgerFeature;
  readonly wallet: WalletFeature;
  readonly notifications: NotificationsFeature;
  readonly blocks: BlocksFeature;
  readonly friends: FriendsFeature;
  readonly people: PeopleFeature;
  readonly fanClub: FanClubFeature;
  readonly rooms: Pick<RoomsFeature, 'sanctions'>;
  readonly jobs: JobQueue;
  readonly blobs: BlobStore;
  readonly newPictures: () => Pictures;
  readonly compliance: Pick<ComplianceFeature, 'terms'>;
}

/** Those who send: one to one, and one to many. */
function composeSending(
  { clock, database, feed }: Pick<Kit, 'database' | 'feed' | 'clock'>,
  uses: Uses,
  messages: MessageStore,
  tellClubUnread: TellClubUnread,
) {
  const { accounts } = uses.identity;
  const { friends, online } = uses.friends;
  const refuseText = uses.compliance.terms.refuserOf('messages');
  const isSilenced = async (id: AccountId) =>
    (await uses.rooms.sanctions.listSilencesEverywhere(id)).length > 0;
  const messenger = makeMessenger({
    isSilenced,
    messages,
    blocks: uses.blocks.blocks,
    friends,
    feed,
    hasTokens: async (id) => (await uses.wallet.wallet.spendableOf(id)) > 0,
    isFan: async (person, model) => (await uses.fanClub.rights.levelOf(person, model)) !== null,
    refuseText,
    isOnline: online.isOnline,
    notify: uses.notifications.notify,
    tellClubUnread,
    clock,
  });
  const broadcaster = makeBroadcaster({
    accounts,
    broadcasts: makeBroadcastStore(database),
    messenger,
    isSilenced,
    jobs: uses.jobs,
    refuseText,
    payersOf: uses.ledger.ledger.payersOf,
    listFans: uses.fanClub.rights.listFans,
    now: () => clock.now(),
  });
  return { messenger, broadcaster };
}

/** Images of messages: upload, access, and removal of unsent ones. */
function composeImages({ database }: Pick<Kit, 'database'>, { blobs, newPictures, sessions }: Uses) {
  const images = makeImageStore(database);
  const chores: readonly Chore[] = [
    {
      failure: 'images that nobody sent could not be dropped',
      everyMs: MINUTE_MS,
      on: 'one',
      run: makeDropLooseImages({ images, blobs }),
    },
  ];
  return {
    storedFiles: makeStoredMessagePictures(images),
    keepImage: makeKeepImage({ images, pictures: newPictures() }),
    routes: (app: FastifyInstance) =>
      serveMessageImages(app, {
        blobs,
        mayOpen: images.mayOpen,
        resolveCaller: sessions.resolveCaller,
      }),
    chores,
  };
}

/** Private messages between two people, and of one to many. */
export function composeDirectMessages(kit: Pick<Kit, 'database' | 'feed' | 'clock' | 'log'>, uses: Uses) {
  const { database, feed, log } = kit;
  const { accounts } = uses.identity;
  const { friends, roomStatusOf } = uses.friends;
  const { notes } = uses.people;

  const conversations = makeConversationStore(database);
  const messages = makeMessageStore(database);
  const clubUnread = makeClubUnread({ conversations, messages, feed });
  const tellClubUnread = clubUnread.tell;
  const { messenger, broadcaster } = composeSending(kit, uses, messages, tellClubUnread);
  const { keepImage, routes, chores, storedFiles } = composeImages(kit, uses);
  const finding = { accounts, hasConversation: conversations.has };
  const findPartner = makeFindPartner(finding);
  const findKnown = makeFindKnownPartner(finding);
  const inbox = makeInbox({
    conversations,
    messages,
    friends,
    feed,
    findKnown,
    roomStatusOf,
    tellClubUnread,
  });
  const feedReaders: readonly FeedReader[] = [makeTipMessages({ accounts, messenger })];
  return {
    /** Pictures of messages, as complaints find them. */
    storedFiles,
    messages,
    handlers: makeDirectMessagesHandlers({
      messenger,
      inbox,
      messages,
      conversations,
      findPartner,
      listShutRooms: async (caller, ids) => {
        const owners = await accounts.listByIds(ids);
        return new Set(owners.filter((owner) => keepsOut(owner, caller)).map(({ id }) => id));
      },
      keepImage,
      sendBroadcast: broadcaster.send,
      notesOf: async (person, { id }) => (await notes.find(person.id, id))?.notes ?? '',
    }),
    routes,
    lobbyPart: {
      onReady: (socket: Socket, { account }: SiteCaller) =>
        account ? clubUnread.open(socket, account.id) : undefined,
      take: makeDirectMessagesSocket({
        messenger,
        inbox,
        messages,
        conversations,
        friends,
        findPartner,
        log,
      }),
    },
    mePart: makeMessagesPart({ conversations, inbox }),
    feedReaders,
    chores,
    work: () => broadcaster.work(),
  };
}
