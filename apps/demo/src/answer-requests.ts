import { setTimeout as pause } from 'node:timers/promises';
import type { Payload } from '@klieg/contract';
import type { Log } from '@klieg/kernel';
import { CallError } from '@klieg/testing';
import type { Seat } from './seats.ts';

const LOOK_MS = 1_000;
/** Somebody reads the request before they take it. */
const THINK_MS = 3_000;
/** Taken by another page, or not wanted any more. */
const GONE = 'shows.request_gone';

/** The newest request for a private that this performer was told of. */
const newestRequest = ({ lobby, username }: Seat): string | undefined =>
  lobby.received
    .filter(({ name }) => name === 'v3.private.request')
    .map(({ payload }) => payload as Payload<'v3.private.request'>)
    .findLast(({ to }) => to === username)?.request_id;

/** Takes every request for a private, so that whoever tries the site sees one run. Never ends. */
export async function answerRequests(findSeat: () => Seat | undefined, log: Log): Promise<never> {
  let answered: string | undefined;
  for (;;) {
    await pause(LOOK_MS);
    const seat = findSeat();
    const id = seat && newestRequest(seat);
    if (!id || id === answered) continue;
    answered = id;
    await pause(THINK_MS);
    await seat.visitor.call('acceptPrivate', { params: { id }, body: {} }).catch((error: unknown) => {
      const reason = error instanceof CallError ? error.code : String(error);
      if (reason !== GONE) log.info({ room: seat.room, reason }, 'a private of the demo was not taken');
    });
  }
}
