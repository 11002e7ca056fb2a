import type { Payload } from '@klieg/contract';
import { AppError, type Uuid } from '@klieg/kernel';
import type { Account, AccountStore } from '../identity/index.ts';
import type { RoomHub, RoomSession } from '../rooms/index.ts';
import type { RunWatches } from './run-watches.ts';

type Control = Payload<'v3.watch.control'>;

/** Play, pause and seek of pages, each acknowledged by its `client_id` (W56). */
export function takeControls(
  hub: Pick<RoomHub, 'onMessage'>,
  deps: {
    readonly accounts: Pick<AccountStore, 'findById'>;
    readonly watches: Pick<RunWatches, 'step'>;
    readonly logged: (what: string) => (error: unknown) => void;
  },
): void {
  const control = async (who: Account | null, { room }: RoomSession, asked: Control) => {
    if (!who) return 'guest';
    try {
      const owner = await deps.accounts.findById(room.ownerId);
      if (!owner) return 'wrong_mode';
      const { client_id: controlId, playing: isPlaying, position_ms: positionMs } = asked;
      const step = { kind: 'control', isPlaying, positionMs, controlId } as const;
      await deps.watches.step(owner, who, step, asked.watch_id as Uuid);
      return undefined;
    } catch (error) {
      if (error instanceof AppError && error.code === 'shows.not_running') return 'wrong_mode';
      deps.logged('a control of a watch was lost')(error);
      return 'unavailable';
    }
  };
  hub.onMessage('v3.watch.control', (session, payload, socket) => {
    const asked = payload as Control;
    void control(session.person.caller.account, session, asked).then((errorType) =>
      socket.send('v3.ack', {
        client_id: asked.client_id,
        ...(errorType === undefined ? { status: 1 } : { status: 0, errorType }),
      }),
    );
  });
}
