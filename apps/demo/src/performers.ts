import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@klieg/kernel';
import { uuidv7 } from '@klieg/kernel';
import { CallError } from '@klieg/testing';
import { answerRequests } from './answer-requests.ts';
import { type Act, actOf, holdPrivate, isThereAlready, joinGroup, keepAct } from './performer-acts.ts';
import type { CastRoom } from './cast.ts';
import { keepSeat, type Seat } from './seats.ts';
import type { RoomTalk } from './talk/room-talk.ts';

/** How often an act that has ended is begun again. */
const ACT_MS = 30_000;
const LINE_MS = 45_000;
const PRIVATE_MS = 4 * 60_000;
/** Between two privates the room is public for about so long. */
const PUBLIC_MS = 3 * 60_000;

export interface PerformerOptions {
  readonly baseUrl: string;
  readonly password: string;
  readonly log: Log;
  readonly place: number;
  /** Says nothing by itself, so that who tries the site here meets nothing unexpected. */
  readonly isQuiet: boolean;
  readonly room: CastRoom;
  readonly talk: RoomTalk;
  /** Somebody of the audience who may take part in a show. */
  findViewer(): Seat | undefined;
}

/** About this long, so that rooms do not move in step. */
const about = (ms: number): number => ms * (0.5 + Math.random());

/** Sits in the own room, takes privates, answers now and then, and does what the room is for. Never ends. */
export async function perform(options: PerformerOptions): Promise<void> {
  const { baseUrl, password, log, room, talk, findViewer } = options;
  const act = actOf(options.place);
  let own: Seat | undefined;
  const speak = async (): Promise<never> => {
    for (;;) {
      await pause(about(LINE_MS));
      own?.socket.send('v3.chat.send', { client_id: uuidv7(), message: talk.performerLine() });
    }
  };
  const doOnce = async (seat: Seat, kind: Act): Promise<void> => {
    const payer = findViewer();
    if (kind === 'group' && payer) await joinGroup(payer.visitor, room.username);
    if (kind !== 'private') return keepAct(kind, room.username, seat.visitor);
    if (!payer) return;
    await holdPrivate(
      { baseUrl, room: room.username, performer: seat.visitor, payer: payer.visitor, socket: payer.socket },
      about(PRIVATE_MS),
    );
    await pause(about(PUBLIC_MS));
  };
  const doAct = async (): Promise<never> => {
    for (;;) {
      await pause(about(ACT_MS));
      // One that is there already, a room that is not live yet, a payer without tokens: the next time decides anew.
      await (own && doOnce(own, act))?.catch((error: unknown) => {
        if (isThereAlready(error)) return;
        const reason = error instanceof CallError ? error.code : String(error);
        log.info({ room: room.username, act, reason }, 'an act of the demo was not begun');
      });
    }
  };
  const sit = keepSeat({
    baseUrl,
    room: room.username,
    username: room.username,
    password,
    log,
    onTaken: (seat) => (own = seat),
    onLost: () => (own = undefined),
  });
  await Promise.all([
    sit,
    answerRequests(() => own, log),
    ...(options.isQuiet ? [] : [speak()]),
    ...(act === 'none' ? [] : [doAct()]),
  ]);
}
