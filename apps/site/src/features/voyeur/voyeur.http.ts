import type { callsByFeature } from '@klieg/contract';
import { VOYEUR_LIMITS, type VoyeurCamera } from '@klieg/contract/features/voyeur/limits';
import { toInstant } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { RelaysFeature } from '../relays/index.ts';
import { makeRoomOf, type RoomAccess } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { BuyTime } from './buy-time.ts';
import type { HouseStore } from './house-store.ts';
import type { Houses, HouseSight } from './houses.ts';
import type { LookStore } from './look-store.ts';
import type { RunTimes } from './run-times.ts';
import type { RunTurns } from './run-turns.ts';
import type { TakeControl } from './take-control.ts';
import type { TimeStore } from './time-store.ts';
import type { TurnStore } from './turn-store.ts';
import { freeSecondsLeft, type Turn } from './voyeur-rules.ts';

type Calls = Handlers<(typeof callsByFeature)['voyeur'], SiteCaller>;

const done = { status: 1 as const };
/** The key in the address changes as often as the picture behind it. */
const THUMB_MS = 15_000;

interface Deps {
  readonly accounts: Pick<AccountStore, 'findByUsername'>;
  readonly access: Pick<RoomAccess, 'enter'>;
  readonly houses: Houses;
  readonly houseStore: Pick<HouseStore, 'rotateKey'>;
  readonly times: TimeStore;
  readonly looks: Pick<LookStore, 'usedToday'>;
  readonly turns: TurnStore;
  readonly buyTime: BuyTime;
  readonly runTimes: Pick<RunTimes, 'end' | 'secondsLeft'>;
  readonly takeControl: TakeControl;
  readonly runTurns: Pick<RunTurns, 'end'>;
  readonly wallet: Pick<Wallet, 'spendableOf'>;
  readonly rtmpUrl: () => string | null;
  readonly iceServersOf: RelaysFeature['iceServersOf'];
  /** Unix milliseconds. */
  readonly now: () => number;
}

const thumbOf = ({ username }: Account, name: VoyeurCamera, now: number): string =>
  `/api/v1/thumb/${username}.webp?camera=${name}&w=320&v=${Math.floor(now / THUMB_MS)}`;

/** 0 has the control, 1 is next; null: neither. */
const placeOf = (turns: readonly Turn[], viewerId: number | undefined): number | null => {
  const at = turns.findIndex((turn) => turn.viewerId === viewerId);
  if (at < 0) return null;
  return at + (turns[0]?.state === 'running' ? 0 : 1);
};

const presentControl = ({ turns }: HouseSight, account: Account | null) => {
  const running = turns.find(({ state }) => state === 'running');
  return {
    cost: VOYEUR_LIMITS.control_cost,
    seconds: VOYEUR_LIMITS.control_seconds,
    busy: running !== undefined,
    holder: running && running.viewerId === account?.id ? account.username : null,
    ends_at: running?.endsAt ? toInstant(new Date(running.endsAt)) : null,
    queue: turns.length - (running ? 1 : 0),
    place: placeOf(turns, account?.id),
  };
};

/** What viewers may ask of a house. */
function makeViewerHandlers(
  deps: Deps,
  roomOf: (username: string) => Promise<Account>,
): Pick<Calls, 'getVoyeur' | 'buyVoyeurTime' | 'stopVoyeurTime' | 'takeVoyeurControl' | 'stopVoyeurControl'> {
  const { houses, looks, times, turns, wallet } = deps;
  return {
    async getVoyeur({ params }, { caller }) {
      const owner = await deps.access.enter(params.username, caller);
      const { account } = caller;
      const house = await houses.read(owner);
      const isViewer = account !== null && account.id !== owner.id;
      const [usedMs, time] = isViewer
        ? await Promise.all([looks.usedToday(owner.id, account.id), times.findRunning(owner.id, account.id)])
        : [undefined, undefined];
      const now = deps.now();
      return {
        rooms: house.cameras
          .filter(({ state }) => state === 'live' || state === 'missing')
          .map(({ name, state }) => ({
            name,
            thumb_url: thumbOf(owner, name, now),
            active: house.shown?.name === name,
            live: state === 'live',
          })),
        free_seconds_left: usedMs === undefined ? 0 : freeSecondsLeft(usedMs),
        paid_seconds_left: time ? await deps.runTimes.secondsLeft(time) : 0,
        cost_per_minute: VOYEUR_LIMITS.cost_per_minute,
        control: presentControl(house, account),
      };
    },
    async buyVoyeurTime({ params, body }, { caller, idempotencyKey }) {
      const owner = await roomOf(params.username);
      const account = caller.account!;
      const who = { key: idempotencyKey!, caller: { ...caller, account } };
      const wish = { minutes: body.minutes, costPerMinute: body.cost_per_minute };
      const time = await deps.buyTime(who, owner, wish);
      return {
        ...done,
        seconds_left: await deps.runTimes.secondsLeft(time),
        tokens: await wallet.spendableOf(account.id),
      };
    },
    async stopVoyeurTime({ params }, { caller }) {
      const owner = await roomOf(params.username);
      const account = caller.account!;
      const time = await times.findRunning(owner.id, account.id);
      if (time) await deps.runTimes.end(time, 'user_ended');
      const last = await times.findLast(owner.id, account.id);
      return {
        ...done,
        tokens_charged: last?.tokensCharged ?? 0,
        tokens: await wallet.spendableOf(account.id),
      };
    },
    async takeVoyeurControl({ params, body }, { caller, idempotencyKey }) {
      const owner = await roomOf(params.username);
      const account = caller.account!;
      const who = { key: idempotencyKey!, caller: { ...caller, account } };
      await deps.takeControl(who, owner, body);
      const open = await turns.listOpenIn(owner.id);
      return {
        ...done,
        seconds: VOYEUR_LIMITS.control_seconds,
        tokens: await wallet.spendableOf(account.id),
        place: placeOf(open, account.id) ?? 0,
      };
    },
    async stopVoyeurControl({ params }, { caller }) {
      const owner = await roomOf(params.username);
      const turn = await turns.findOpenOf(caller.account!.id);
      if (turn?.roomId === owner.id) await deps.runTurns.end(turn, 'user_stopped');
      return done;
    },
  };
}

/** The calls of houses. */
export function makeVoyeurHandlers(deps: Deps): Omit<Calls, 'listVoyeurRooms' | 'setVoyeurRoom'> {
  const { houses } = deps;
  const roomOf = makeRoomOf(deps.accounts);
  const serversOf = ({ site }: SiteCaller) => ({
    server_rtmp: deps.rtmpUrl(),
    server_whip: `${site.publicUrl}/live/whip`,
  });
  const presentHouse = async (owner: Account, caller: SiteCaller) => {
    const { cameras, home, shown } = await houses.read(owner);
    const now = deps.now();
    return {
      cameras: cameras.map(({ name, state, tail }) => ({
        name,
        state,
        shown: shown?.name === name,
        home: home === name,
        stream_key_masked: tail === null ? null : `••••••••${tail}`,
        thumb_url: thumbOf(owner, name, now),
      })),
      ...serversOf(caller),
    };
  };

  return {
    ...makeViewerHandlers(deps, roomOf),
    getVoyeurHouse: (_input, { caller }) => presentHouse(caller.account!, caller),
    async openVoyeurCamera({ params }, { caller }) {
      const { grant } = await houses.open(caller.account!, params.name, caller.sessionId);
      return {
        whip_url: serversOf(caller).server_whip,
        token: grant.token,
        ice_servers: deps.iceServersOf(caller),
      };
    },
    async closeVoyeurCamera({ params }, { caller }) {
      const owner = caller.account!;
      await houses.read(owner);
      await houses.close(owner, [params.name]);
      return presentHouse(owner, caller);
    },
    async showVoyeurCamera({ params }, { caller }) {
      await houses.setHome(caller.account!, params.name);
      return presentHouse(caller.account!, caller);
    },
    async createVoyeurKey({ params }, { caller }) {
      await houses.read(caller.account!);
      const key = await deps.houseStore.rotateKey(caller.account!.id, params.name);
      return { stream_key: key, ...serversOf(caller) };
    },
  };
}
