import { setTimeout as pause } from 'node:timers/promises';
import { AUTO_TIP_GOAL } from '@klieg/contract/features/room-games/goal-limits';
import { TICKET_SHOW_APP } from '@klieg/contract/features/ticket-shows/limits';
import { uuidv7 } from '@klieg/kernel';
import { HOUR_MS } from '@klieg/kernel/time';
import { CallError, type Visitor, type VisitorSocket } from '@klieg/testing';
import { PLAIN_ROOMS } from './cast.ts';
import { type Watching, watchStream } from './watch-stream.ts';

/*
 * What performers of the demo do besides being on air, by the same calls as everybody: goals, announced shows, privates
 * with somebody of the audience.
 */

/** What a performer of the demo is about. */
export type Act = 'none' | 'goal' | 'ticket' | 'private' | 'group';

/** One private in eleven rooms: whoever pays is sent a picture, which costs as much as a viewer. */
const ACTS: readonly Act[] = [
  'goal',
  'private',
  'ticket',
  'goal',
  'group',
  'none',
  'goal',
  'ticket',
  'goal',
  'none',
  'goal',
];

/** The act of the room at a place of the cast. */
export const actOf = (place: number): Act =>
  place < PLAIN_ROOMS ? 'none' : ACTS[(place - PLAIN_ROOMS) % ACTS.length]!;

const GOALS = [
  'Full side B, uncut',
  'One song by request',
  'The hard version',
  'Ten minutes more',
  'A postcard for everybody',
  'The long story',
];
const TARGETS = [400, 750, 1_200, 2_000];
const TICKET_IN_MS = 3 * HOUR_MS;
const TICKET_PRICES = [120, 250, 450];
const GROUP = { cost_per_minute: 12, min_people: 4, wait_minutes: 60 } as const;

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;

/** Several goals, one after the other, each another one. */
function installGoal(performer: Visitor): Promise<unknown> {
  const first = Math.floor(Math.random() * GOALS.length);
  const goals = TARGETS.map((target, at) => ({ label: GOALS[(first + at) % GOALS.length]!, target }));
  return performer.call('installApp', { body: { type: AUTO_TIP_GOAL, config: { goals, repeat: true } } });
}

/** A show on a full hour, some hours from now. */
const announceTicketShow = (performer: Visitor): Promise<unknown> =>
  performer.call('installApp', {
    body: {
      type: TICKET_SHOW_APP,
      config: {
        ticket_price: pick(TICKET_PRICES),
        limited_message: pick(GOALS),
        starts_at: new Date(Math.ceil((Date.now() + TICKET_IN_MS) / HOUR_MS) * HOUR_MS).toISOString(),
      },
    },
  });

const offerGroup = (performer: Visitor): Promise<unknown> =>
  performer.call('offerGroupShow', { body: { ...GROUP, show_id: uuidv7() } });

/** What an act is refused with while it goes on. */
const GOING_ON = new Set(['shows.in_show', 'room_games.conflict', 'shows.group_full']);
export const isThereAlready = (error: unknown): boolean =>
  error instanceof CallError && GOING_ON.has(error.code);

/** Takes a place in the list of a group show that waits; it holds nothing. */
export async function joinGroup(viewer: Visitor, room: string): Promise<void> {
  const params = { username: room };
  const { groupShow } = await viewer.call('getGroupShow', { params });
  // With one more it would begin.
  if (!groupShow || groupShow.is_in || groupShow.joined >= GROUP.min_people - 1) return;
  await viewer.call('joinGroupShow', {
    params,
    body: { cost_per_minute: groupShow.cost_per_minute },
    idempotencyKey: uuidv7(),
  });
}

/**
 * Sets up what belongs to the act in the room, where it is not there already: a goal that is begun anew forgets what was
 * tipped for it.
 * @throws CallError where another part of the room refuses it, see `isThereAlready`
 */
export async function keepAct(act: Act, room: string, performer: Visitor): Promise<void> {
  const { apps } = await performer.call('listRoomApps', { params: { username: room } });
  const isThere = (type: number): boolean => apps.some((app) => app.type === type);
  if (act === 'goal' && !isThere(AUTO_TIP_GOAL)) await installGoal(performer);
  if (act === 'ticket' && !isThere(TICKET_SHOW_APP)) await announceTicketShow(performer);
  if (act === 'group') await offerGroup(performer);
}

/** Two who do a private with each other. */
export interface PrivatePair {
  readonly baseUrl: string;
  readonly room: string;
  readonly performer: Visitor;
  readonly payer: Visitor;
  /** Of the payer, in the room. */
  readonly socket: VisitorSocket;
}

/** From the request to the end, which the payer chooses. @param lengthMs how long it goes on */
export async function holdPrivate(pair: PrivatePair, lengthMs: number): Promise<void> {
  const params = { username: pair.room };
  const { request_id: id } = await pair.payer.call('requestPrivate', {
    params,
    body: {},
    idempotencyKey: uuidv7(),
  });
  pair.socket.forget();
  const told = pair.socket.waitFor('v3.preloader.start');
  let watching: Watching | undefined;
  try {
    const [{ stream }] = await Promise.all([
      told,
      pair.performer.call('acceptPrivate', { params: { id }, body: {} }),
    ]);
    const { stream_name: name, token } = stream ?? {};
    if (name && token) watching = watchStream(pair.baseUrl, { name, token }, pair.socket);
    await pause(lengthMs);
    await pair.payer.call('endPrivate', { params, body: {} });
  } finally {
    watching?.close();
  }
}
