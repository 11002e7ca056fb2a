import type { VoyeurCamera } from '@klieg/contract/features/voyeur/limits';
import { uuidv7 } from '@klieg/kernel';
import type { Account } from '../identity/index.ts';
import { isAtHome } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { Houses } from './houses.ts';
import type { LookStore } from './look-store.ts';
import type { TimeStore } from './time-store.ts';
import { paidSecondsLeft } from './voyeur-rules.ts';

/** What somebody may have of a house now, by the time that they have there. */
export function makeFindRight(deps: {
  readonly houses: Pick<Houses, 'read'>;
  readonly times: Pick<TimeStore, 'findRunning' | 'noteSession'>;
  readonly looks: Pick<LookStore, 'take'>;
  readonly deliveredOf: (id: string) => number;
}) {
  return async (owner: Account, caller: SiteCaller, camera?: VoyeurCamera) => {
    const { shown } = await deps.houses.read(owner);
    // Nobody sees a camera that is not shown to everybody.
    if (!shown?.streamName || (camera !== undefined && camera !== shown.name)) return undefined;
    const { streamName } = shown;
    if (isAtHome(owner, caller)) return { streamName };
    const { account, sessionId } = caller;
    if (!account) return undefined;
    const time = await deps.times.findRunning(owner.id, account.id);
    if (time && paidSecondsLeft(time.seconds, deps.deliveredOf(time.id)) > 0) {
      await deps.times.noteSession(time.id, sessionId);
      return { streamName, meter: { meterId: time.id } };
    }
    const look = await deps.looks.take(uuidv7(), owner.id, account.id, sessionId);
    return look && { streamName, preview: { grantId: look.id, seconds: look.seconds } };
  };
}
