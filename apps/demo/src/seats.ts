import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@klieg/kernel';
import { makeVisitor, type Visitor, type VisitorSocket } from '@klieg/testing';

const RETRY_MS = 5_000;
/** What a socket has heard is of no use here and would fill the memory in a night. */
const FORGET_MS = 60_000;
const DAYS_MS = 2_147_483_647;

/** Somebody in a room, with an open socket. */
export interface Seat {
  readonly username: string;
  readonly visitor: Visitor;
  readonly room: string;
  readonly socket: VisitorSocket;
  /** Of the visit: what the account is told. */
  readonly lobby: VisitorSocket;
}

export interface SeatOptions {
  readonly baseUrl: string;
  readonly room: string;
  /** Absent: a guest. */
  readonly username?: string | undefined;
  readonly password: string;
  readonly log: Log;
  onTaken(seat: Seat): void;
  onLost(): void;
}

/** Takes a seat, as a page would, and takes it again whenever it is lost. */
export async function keepSeat({
  baseUrl,
  room,
  username,
  password,
  log,
  ...news
}: SeatOptions): Promise<never> {
  for (;;) {
    try {
      const visitor = makeVisitor(baseUrl);
      if (username) await visitor.login(username, password);
      else await visitor.arrive();
      const lobby = await visitor.openLobby();
      const socket = await visitor.openRoom(lobby, room);
      const timer = setInterval(() => {
        socket.forget();
        lobby.forget();
      }, FORGET_MS);
      news.onTaken({ username: username ?? '', visitor, room, socket, lobby });
      await socket.waitForClose(DAYS_MS).finally(() => clearInterval(timer));
      lobby.close();
    } catch (error) {
      log.info({ room, reason: String(error) }, 'a seat is not free yet');
    }
    news.onLost();
    await pause(RETRY_MS);
  }
}
