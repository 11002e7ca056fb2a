import type { CardAction, ChatUserRole, Payload } from '@klieg/contract';
import type { Account } from '../../features/identity/index.ts';
import {
  makeChatRulesCache,
  makeFloodWatch,
  makeHeldLineStore,
  makeHighlightCharge,
  makeHighlightLine,
  makeLibreTranslator,
  makeModerationDesk,
  makeModerationLogStore,
  makeRecentAcks,
  makeRoomChatHandlers,
  makeRunCommand,
  makeSendLine,
  makeShieldDesk,
  makeShieldStore,
  makeTranslateLine,
  makeUnbanRequestStore,
  mayModerate,
  readChatFacts,
  refuseLine,
} from '../../features/room-chat/index.ts';
import { canModerate } from '../../features/rooms/index.ts';
import type { SiteCaller } from '../../features/sessions/index.ts';
import { refuseTip, TIP_SHARE_PERCENT } from '../../features/tipping/index.ts';
import type { Foundation } from './foundation.ts';
import type { Live } from './live.ts';
import type { Money } from './money.ts';

/** Lines of rooms, and those who keep them in order. */
export function composeChat(base: Foundation, money: Money, live: Live) {
  const { accounts, clock, database, door, feed, hub, ledger, log, moderators, notify, rooms, sanctions } =
    base;

  const shields = makeShieldStore(database);
  const rules = makeChatRulesCache({ accounts, shields, clock });
  hub.onRules(rules.forget);
  const held = makeHeldLineStore(database);
  const moderationLog = makeModerationLogStore(database);
  const facts = {
    hasTippedEver: async (person: Account, owner: Account) =>
      (await ledger.recentSpendTo(person.id, owner.id, 0)) > 0,
    isFollowing: (person: Account, owner: Account) => rooms.isFollowing(person.id, owner.id),
  };
  const desk = makeModerationDesk({
    accounts,
    sanctions,
    moderators,
    log: moderationLog,
    held,
    door,
    hub,
    async endStreams(room, { accountId, guestId }) {
      const { streamName } = await rooms.get(room.id);
      if (streamName === null) return;
      const sessions = accountId === null ? [`g${guestId}`] : await base.sessions.listIds(accountId);
      for (const session of sessions) live.desk.revokeViewer(session, streamName);
    },
    tellAccount: (id, event) => feed.send(id, 'v3.autosilenced', event),
    clock,
  });
  const onSettings = live.onSettings;
  const sendLine = makeSendLine({
    rules,
    acks: makeRecentAcks(clock),
    facts,
    floods: makeFloodWatch(clock),
    held,
    runCommand: makeRunCommand({ accounts, onSettings, clock }),
    autosilence: desk.autosilence,
    clock,
    log,
  });
  hub.onMessage(
    'v3.chat.send',
    (session, payload, socket) => void sendLine(session, payload as Payload<'v3.chat.send'>, socket),
  );
  const highlights = makeHighlightLine({
    hub,
    refuseSpend: (sender, senderCountry, receiver) =>
      refuseTip({ sender, senderCountry, receiver, isBlockedCountry: base.isTipBlocked }),
    charge: makeHighlightCharge({
      ledger: base.ledger,
      announce: money.announcePayment,
      sharePercent: TIP_SHARE_PERCENT,
      clock,
    }),
    clock,
  });
  const { translateUrl: url, translateKey: apiKey } = base.config;
  const translateLine = makeTranslateLine({
    accounts,
    door,
    hub,
    hasPassed: live.streamTokens.hasPassed,
    translator: url === undefined ? undefined : makeLibreTranslator({ url, apiKey }),
  });
  const tellOf = (title: string, body: string, url: string | null) => ({
    kind: 'system' as const,
    title,
    body,
    url,
  });
  base.serve(
    'room-chat',
    makeRoomChatHandlers({
      accounts,
      rooms,
      door,
      hub,
      highlights,
      translateLine,
      desk,
      shields: makeShieldDesk({ accounts, shields, desk, hub, onSettings }),
      sanctions,
      moderators,
      log: moderationLog,
      held,
      requests: makeUnbanRequestStore(database),
      onUnbanRequest: (room, username) =>
        void notify(room.id, tellOf('Unban request', `${username} asks to come back`, '/broadcast')).catch(
          base.tell('a notice could not be kept'),
        ),
      onUnbanDecided: (id, room, isGranted) =>
        void notify(
          id,
          isGranted
            ? tellOf('You may come back', `${room.username} has lifted your ban`, `/${room.username}`)
            : tellOf('Your ban stays', `${room.username} has declined your request`, null),
        ).catch(base.tell('a notice could not be kept')),
    }),
  );

  type Subject = Account | { readonly guest: string };
  const roleOf = (room: Account, subject: Subject) =>
    'guest' in subject ? Promise.resolve('viewer' as const) : door.roleOf(room, subject);
  const mayAct = async (caller: SiteCaller, subject: Subject, room: Account) => {
    const [actor, role] = await Promise.all([door.roleOf(room, caller.account), roleOf(room, subject)]);
    const isSelf = !('guest' in subject) && subject.id === caller.account?.id;
    return canModerate(actor) && mayModerate(actor, role, isSelf);
  };

  return {
    /** What somebody is in a room, as far as the caller may know it: sanctions only those who moderate. */
    async rolesIn(caller: SiteCaller, subject: Account, room: Account): Promise<ChatUserRole[]> {
      const [role, mayKnow] = await Promise.all([door.roleOf(room, subject), mayAct(caller, subject, room)]);
      const kinds = mayKnow ? await sanctions.kindsOf(room.id, { accountId: subject.id, guestId: null }) : [];
      const names = { ban: 'banned', kick: 'kicked', silence: 'silenced' } as const;
      return [...(role === 'moderator' ? (['moderator'] as const) : []), ...kinds.map((kind) => names[kind])];
    },
    /** What the caller may do to somebody in a room. */
    async actionsFor(caller: SiteCaller, subject: Subject, room: Account | undefined): Promise<CardAction[]> {
      if (!room || !(await mayAct(caller, subject, room))) return [];
      const isOwner = caller.account?.id === room.id && !('guest' in subject);
      return ['silence', 'kick', 'ban', ...(isOwner ? (['moderator'] as const) : [])];
    },
    prune: held.prune,
    /** Whether a caller may write now, and if not why. */
    async canWrite(owner: Account, caller: SiteCaller) {
      const { account } = caller;
      const [known, role, silence, hasTokens, recentTips] = await Promise.all([
        rules.of(owner.id),
        door.roleOf(owner, account),
        door.silenceOf(owner, caller),
        account ? ledger.balanceOf(account.id).then((balance) => balance.spendable > 0) : false,
        account ? money.recentTips(account.id, owner.id) : 0,
      ]);
      if (!known) return { ok: false, reason: 'unavailable' };
      const silencedUntilMs = silence ? (silence.until?.getTime() ?? Number.MAX_SAFE_INTEGER) : 0;
      const writer = { account, role, silencedUntilMs, hasTokens, recentTips };
      const reason = refuseLine(await readChatFacts(writer, known, facts, clock.now()));
      return { ok: reason === null, reason };
    },
  };
}
