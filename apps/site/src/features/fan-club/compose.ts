import type { Uuid } from '@klieg/kernel';
import { type FactReader, when } from '../../platform/events/index.ts';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Pictures } from '../../platform/images/index.ts';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { AuditFeature } from '../audit/index.ts';
import { orderChargedBack } from '../billing/index.ts';
import type { BlocksFeature } from '../blocks/index.ts';
import type { Account, AccountStore, IdentityFeature } from '../identity/index.ts';
import type { LedgerFeature } from '../ledger/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import type { RoomsFeature } from '../rooms/index.ts';
import type { SessionsFeature } from '../sessions/index.ts';
import { settingsSaved } from '../settings/index.ts';
import type { WalletFeature } from '../wallet/index.ts';
import { makeAheadStore } from './ahead-store.ts';
import { makeChangeRenewal } from './change-renewal.ts';
import { fanLevelChanged, makeClubNews } from './club-news.ts';
import { composeLogos } from './compose-logos.ts';
import { makeEndClubs } from './end-clubs.ts';
import { makeListReaders } from './fan-readers.ts';
import { makeFanRights } from './fan-rights.ts';
import { fanTiers } from './fan-tiers.ts';
import { makeJoinClub, paymentMachine } from './join-club.ts';
import { makeFanMePart } from './me-part.ts';
import { makeMembershipStore, type MembershipStore } from './membership-store.ts';
import { makeShowFanLevel } from './on-level-changed.ts';
import { makePaymentStore } from './payment-store.ts';
import { makePostStore } from './post-store.ts';
import { makeRenewClubs } from './renew-clubs.ts';
import { makeFanRoomPart } from './room-part.ts';
import { makeSettlePayments } from './settle-payments.ts';
import { makeIsShutOut } from './shut-out.ts';
import { makeTellAhead } from './tell-ahead.ts';

const LOOK_MS = 5_000;
/** They have been away for a week. */
const LEFT_LOOK_MS = 30_000;
const MACHINE = paymentMachine('' as Uuid);

export type FanClubFeature = ReturnType<typeof composeFanClub>;

type Work = () => Promise<void>;

/** Periodic work; each run is safe on several nodes at once. */
const choresOf = (
  work: Readonly<Record<'settle' | 'renew' | 'end' | 'markLeft' | 'tellAhead', Work>>,
): readonly Chore[] => {
  const every = (run: Work, failure: string, everyMs = LOOK_MS): Chore => ({
    failure,
    everyMs,
    on: 'one',
    run,
  });
  return [
    every(work.settle, 'fan clubs were not paid'),
    every(work.renew, 'fan clubs were not renewed'),
    every(work.end, 'fan clubs were not ended'),
    every(work.markLeft, 'performers who have left were not looked for', LEFT_LOOK_MS),
    every(work.tellAhead, 'members of fan clubs were not told ahead'),
  ];
};

/** What ends memberships: a bank that takes the money back, and a performer who closes the club. */
const endingFacts = (
  accounts: Pick<AccountStore, 'findById'>,
  memberships: Pick<MembershipStore, 'markEnding'>,
): FactReader => ({
  name: 'fan_club.ends',
  on: [
    when(orderChargedBack, ({ accountId }, within) =>
      memberships.markEnding(within, { memberId: accountId }, 'chargeback'),
    ),
    when(settingsSaved, async ({ accountId, keys }, within) => {
      if (!keys.includes('fanclub_enabled')) return;
      const model = await accounts.findById(accountId, within);
      if (model?.settings.fanclub_enabled) return;
      await memberships.markEnding(within, { modelId: accountId }, 'model_left');
    }),
  ],
});

interface Uses {
  readonly identity: IdentityFeature;
  readonly ledger: Pick<LedgerFeature, 'liveMachines'>;
  readonly wallet: WalletFeature;
  readonly blocks: BlocksFeature;
  readonly notifications: Pick<NotificationsFeature, 'notifyWithin'>;
  readonly rooms: Pick<RoomsFeature, 'access' | 'hub'>;
  readonly sessions: Pick<SessionsFeature, 'resolveCaller'>;
  readonly audit: Pick<AuditFeature, 'auditLog'>;
  readonly blobs: BlobStore;
  readonly newPictures: () => Pictures;
}

/** Fan clubs of performers: who is a member, what it costs and earns. `serveFanClub` serves its calls. */
export function composeFanClub(
  kit: Pick<Kit, 'clock' | 'database' | 'feed' | 'log' | 'logged' | 'notices' | 'outbox'>,
  uses: Uses,
) {
  const { accounts } = uses.identity;
  const parts = {
    database: kit.database,
    accounts,
    memberships: makeMembershipStore(kit.database),
    payments: makePaymentStore(kit.database),
    wallet: uses.wallet.wallet,
    blocks: uses.blocks.blocks,
    access: uses.rooms.access,
    notifyWithin: uses.notifications.notifyWithin,
    now: () => kit.clock.now(),
    log: kit.log,
  };
  const { memberships, payments, now } = parts;
  const isShutOut = makeIsShutOut(parts);
  const news = makeClubNews({ ...kit, accounts, now });
  const settling = makeSettlePayments({ ...parts, news });
  const ends = makeEndClubs({ ...parts, isShutOut, news });
  const rights = makeFanRights({ memberships, now });
  const { factReader, chores, logos, ...logoParts } = composeLogos(kit, {
    ...uses,
    ...parts,
    ...uses.audit,
    hub: uses.rooms.hub,
    listReaders: makeListReaders(parts),
  });
  uses.ledger.liveMachines.answerFor('fan_club', async (machines) => {
    const ids = machines.map((machine) => machine.slice(MACHINE.length) as Uuid);
    return new Set((await payments.listLive(ids)).map(paymentMachine));
  });
  kit.notices.on(
    fanLevelChanged,
    makeShowFanLevel({ hub: uses.rooms.hub, accounts, onFailure: kit.logged('a fan level was not shown') }),
  );
  return {
    ...logoParts,
    logos,
    memberships,
    payments,
    posts: makePostStore(kit.database),
    join: makeJoinClub({ ...parts, news, settle: settling.settle }),
    changeRenewal: makeChangeRenewal({ ...parts, news }),
    isShutOut,
    rights,
    fanTiersOf: ({ settings }: Account) => fanTiers(settings),
    mePart: makeFanMePart(parts),
    roomPart: makeFanRoomPart(rights, logos),
    factReaders: [endingFacts(accounts, memberships), factReader],
    chores: [
      ...chores,
      ...choresOf({
        settle: settling.finish,
        renew: makeRenewClubs({ ...parts, isShutOut, news }),
        end: ends.look,
        markLeft: ends.lookForLeft,
        tellAhead: makeTellAhead({ ...parts, isShutOut, ahead: makeAheadStore(kit.database) }),
      }),
    ],
  };
}
