import type { Payload } from '@klieg/contract';
import { MINUTE_MS } from '@klieg/kernel/time';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { BlocksFeature } from '../blocks/index.ts';
import type { BroadcastFeature } from '../broadcast/index.ts';
import { guestKey, type IdentityFeature } from '../identity/index.ts';
import type { LedgerFeature } from '../ledger/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import type { RoomsFeature } from '../rooms/index.ts';
import type { SessionsFeature } from '../sessions/index.ts';
import type { SettingsFeature } from '../settings/index.ts';
import { refuseTip, TIP_SHARE_PERCENT, type TippingFeature } from '../tipping/index.ts';
import type { WalletFeature } from '../wallet/index.ts';
import { makeAutosilences } from './autosilences.ts';
import { makeCanWrite } from './can-write.ts';
import type { ChatFactReader } from './chat-facts.ts';
import { type ChatRulesCache, makeChatRulesCache } from './chat-rules-cache.ts';
import { makeCommentRule } from './comment-rule.ts';
import { EMOTICONS } from './emoticons.ts';
import { makeFloodWatch } from './flood-watch.ts';
import { makeHeldLineStore } from './held-line-store.ts';
import { makeHighlightCharge } from './highlight-charge.ts';
import { makeHighlightLine } from './highlight-line.ts';
import { makeModeration } from './moderation.ts';
import { makeModerationLogStore } from './moderation-log-store.ts';
import { makeRecentAcks } from './recent-acks.ts';
import { makeRoomRoles } from './role-actions.ts';
import { makeRoomChatHandlers } from './room-chat.http.ts';
import { makeChatPart } from './room-part.ts';
import { makeRunCommand } from './run-command.ts';
import { makeSendLine } from './send-line.ts';
import { makeShieldSettings } from './shield-settings.ts';
import { makeShieldStore } from './shield-store.ts';
import { makeTranslateLine } from './translate-line.ts';
import { makeLibreTranslator } from './translator.ts';
import { makeUnbanNotices } from './unban-notices.ts';
import { makeUnbanRequestStore } from './unban-request-store.ts';

export type RoomChatFeature = ReturnType<typeof composeRoomChat>;

interface Uses {
  readonly identity: IdentityFeature;
  readonly sessions: SessionsFeature;
  readonly ledger: LedgerFeature;
  readonly wallet: WalletFeature;
  readonly notifications: NotificationsFeature;
  readonly settings: SettingsFeature;
  readonly rooms: RoomsFeature;
  readonly blocks: BlocksFeature;
  readonly broadcast: BroadcastFeature;
  readonly tipping: TippingFeature;
  readonly isBlockedCountry: (country: string | null) => boolean;
  /** A service that speaks like LibreTranslate; undefined: lines are not translated. */
  readonly translator: { readonly url: string; readonly apiKey: string | undefined } | undefined;
}

/** Those who keep rooms in order, and what they decide. */
function composeModeration(kit: Pick<Kit, 'database' | 'feed' | 'clock'>, uses: Uses) {
  const { accounts } = uses.identity;
  const { access, hub, moderators, rooms, sanctions } = uses.rooms;
  const held = makeHeldLineStore(kit.database);
  const log = makeModerationLogStore(kit.database);
  const moderation = makeModeration({
    accounts,
    sanctions,
    moderators,
    log,
    held,
    access,
    hub,
    async endStreams(room, { accountId, guestId }) {
      const { streamName } = await rooms.get(room.id);
      if (streamName === null) return;
      const sessions =
        accountId === null ? [guestKey(guestId!)] : await uses.sessions.sessions.listIds(accountId);
      for (const session of sessions) uses.broadcast.broadcasts.revokeViewer(session, streamName);
    },
    tellAccount: (id, event) => kit.feed.send(id, 'v3.autosilenced', event),
    clock: kit.clock,
  });
  return { held, log, moderation, ...makeAutosilences({ sanctions, clock: kit.clock }) };
}

type ModerationParts = ReturnType<typeof composeModeration>;

/** What the rules of a room's chat ask about somebody. */
const makeFactReader = ({ ledger, rooms, wallet }: Uses): ChatFactReader => ({
  hasTippedLately: async (person, owner) => (await wallet.wallet.recentTips(person.id, owner.id)) > 0,
  hasTippedEver: async (person, owner) => (await ledger.ledger.recentSpendTo(person.id, owner.id, 0)) > 0,
  isFollowing: (person, owner) => rooms.rooms.isFollowing(person.id, owner.id),
});

/** Lines that pages send. */
function takeLines(
  { clock, log }: Pick<Kit, 'clock' | 'log'>,
  uses: Uses,
  deps: {
    readonly rules: ChatRulesCache;
    readonly facts: ChatFactReader;
    readonly moderation: ModerationParts;
  },
): void {
  const { moderation, held } = deps.moderation;
  const sendLine = makeSendLine({
    rules: deps.rules,
    acks: makeRecentAcks(clock),
    facts: deps.facts,
    floods: makeFloodWatch(clock),
    held,
    runCommand: makeRunCommand({ saveSettings: uses.settings.saveSettings, clock }),
    autosilence: moderation.autosilence,
    clock,
    log,
  });
  uses.rooms.hub.onMessage(
    'v3.chat.send',
    (session, payload, socket) => void sendLine(session, payload as Payload<'v3.chat.send'>, socket),
  );
}

/** Highlights of lines, which are paid for. */
const composeHighlights = ({ clock }: Pick<Kit, 'clock'>, uses: Uses) =>
  makeHighlightLine({
    hub: uses.rooms.hub,
    async refuseSpend(sender, senderCountry, receiver) {
      const { isBlockedCountry } = uses;
      const refused = refuseTip({ sender, senderCountry, receiver, isBlockedCountry });
      if (refused) return refused;
      const apart = await uses.blocks.blocks.listApart([[sender.id, receiver.id]]);
      return apart.size > 0 ? 'tipping.target_closed' : null;
    },
    charge: makeHighlightCharge({
      wallet: uses.wallet.wallet,
      ledger: uses.ledger.ledger,
      sharePercent: TIP_SHARE_PERCENT,
      clock,
    }),
    clock,
  });

/** Lines of rooms, and those who keep them in order. */
export function composeRoomChat(kit: Kit, uses: Uses) {
  const { clock, database } = kit;
  const { accounts } = uses.identity;
  const { access, changeSubject, hasPassed, hub, moderators, sanctions } = uses.rooms;

  const shields = makeShieldStore(database);
  const rules = makeChatRulesCache({ accounts, shields, clock });
  hub.onRules(rules.forget);
  const parts = composeModeration(kit, uses);
  const { moderation, held, log } = parts;
  const facts = makeFactReader(uses);
  uses.tipping.comments.add(makeCommentRule({ rules, access, now: () => clock.now() }));
  takeLines(kit, uses, { rules, facts, moderation: parts });
  const chores: readonly Chore[] = [
    {
      failure: 'lines that wait for review could not be dropped',
      everyMs: MINUTE_MS,
      on: 'one',
      run: held.prune,
    },
  ];
  return {
    moderation,
    roles: makeRoomRoles({ access, sanctions }),
    mePart: parts.mePart,
    lobbyPart: parts.lobbyPart,
    roomPart: makeChatPart({
      hub,
      canWrite: makeCanWrite({ rules, facts, access, wallet: uses.wallet.wallet, clock }),
      emoticons: EMOTICONS.map((emoticon) => ({ ...emoticon })),
    }),
    handlers: makeRoomChatHandlers({
      accounts,
      changeSubject,
      access,
      hub,
      highlights: composeHighlights(kit, uses),
      translateLine: makeTranslateLine({
        accounts,
        access,
        hub,
        hasPassed,
        translator: uses.translator && makeLibreTranslator(uses.translator),
      }),
      moderation,
      shields: makeShieldSettings({ saveSettings: uses.settings.saveSettings, shields, moderation, hub }),
      sanctions,
      moderators,
      log,
      held,
      requests: makeUnbanRequestStore(database),
      ...makeUnbanNotices(uses.notifications.notifyLater),
    }),
    chores,
  };
}
