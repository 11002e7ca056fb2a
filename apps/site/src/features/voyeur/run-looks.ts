import type { Bus, Unsubscribe } from '@klieg/contract/bus';
import { MEDIA_FACTS, type MediaFact } from '@klieg/contract/media';
import type { Uuid } from '@klieg/kernel';
import type { BroadcastFeature } from '../broadcast/index.ts';
import type { AccountStore } from '../identity/index.ts';
import { makeInTurn } from '../../platform/in-turn.ts';
import type { FindPutOut } from './guard-viewers.ts';
import type { Houses } from './houses.ts';
import type { Look, LookStore } from './look-store.ts';
import type { VoyeurNews } from './voyeur-news.ts';
import { intervalOf, lookSecondsLeft } from './voyeur-rules.ts';

type Delivered = Extract<MediaFact, { kind: 'preview' }>;

const isDelivered = (message: unknown): message is Delivered => {
  if (typeof message !== 'object' || message === null) return false;
  const { kind, grantId, node, deliveredMs } = message as Partial<Delivered>;
  return (
    kind === 'preview' &&
    typeof grantId === 'string' &&
    /^[0-9a-f-]{36}$/u.test(grantId) &&
    typeof node === 'string' &&
    Number.isSafeInteger(deliveredMs)
  );
};

/** Free looks: media's reports about delivery, and who may no longer look. */
export interface RunLooks {
  /** Takes the tokens of removed people. To be called each second. */
  look(): Promise<void>;
  close: Unsubscribe;
}

export function makeRunLooks(deps: {
  readonly bus: Bus;
  readonly accounts: Pick<AccountStore, 'findById' | 'listByIds'>;
  readonly store: LookStore;
  readonly houses: Pick<Houses, 'read'>;
  readonly broadcasts: Pick<BroadcastFeature['broadcasts'], 'revokeViewer'>;
  readonly findPutOut: FindPutOut;
  readonly news: Pick<VoyeurNews, 'timeLeft'>;
  readonly logged: (what: string) => (error: unknown) => void;
}): RunLooks {
  const { store } = deps;
  const inTurn = makeInTurn(deps.logged('a free look could not be counted'));

  const revoke = async ({ roomId, sessions }: Look): Promise<void> => {
    const owner = await deps.accounts.findById(roomId);
    const shown = owner?.isVoyeurCam ? (await deps.houses.read(owner)).shown : undefined;
    if (shown?.streamName)
      for (const session of sessions) deps.broadcasts.revokeViewer(session, shown.streamName);
  };

  const hear = async ({ grantId, node, deliveredMs }: Delivered): Promise<void> => {
    const look = await store.noteUsed(grantId as Uuid, node, deliveredMs);
    if (!look) return;
    const left = lookSecondsLeft(look.seconds, look.usedMs);
    const before = lookSecondsLeft(look.seconds, Math.max(0, look.usedMs - 1_000));
    const owner = await deps.accounts.findById(look.roomId);
    if (owner && (left === 0 || intervalOf(left) !== intervalOf(before)))
      deps.news.timeLeft(owner, look.viewerId, { secondsLeft: left, isFree: true, camera: null });
    // A single media process stops by itself; with several only this process knows the sum.
    if (left === 0) await revoke(look);
  };

  const stop = deps.bus.subscribe(MEDIA_FACTS, (message) => {
    if (isDelivered(message)) inTurn(message.grantId, () => hear(message));
  });

  return {
    async look() {
      const open = await store.listOpen();
      const putOut = await deps.findPutOut(open);
      for (const [at, look] of open.entries()) {
        if (!putOut[at]) continue;
        await revoke(look);
        await store.close(look.id);
      }
    },
    close: stop,
  };
}
