import type { Payload } from '@klieg/contract';
import { VOYEUR_LIMITS, type VoyeurCamera } from '@klieg/contract/features/voyeur/limits';
import type { AccountId } from '@klieg/kernel';
import { type Account, accountKey } from '../identity/index.ts';
import type { RoomHub, SubmitSurely } from '../rooms/index.ts';
import type { Turn } from './voyeur-rules.ts';

type ControlStart = Omit<Payload<'v3.voyeurcam.control_start'>, 'seq'>;

/** What a room is told about the camera that everybody sees; only its chooser is told that they chose it. */
export const presentShown = (
  shown: VoyeurCamera | null,
  turn: Pick<Turn, 'endsAt'> | undefined,
  now: number,
): ControlStart => ({
  seconds: turn?.endsAt ? Math.max(0, Math.ceil((turn.endsAt - now) / 1_000)) : 0,
  ends_at: turn?.endsAt ?? 0,
  ...(shown !== null && { cameras: [shown] }),
});

/** The remaining time of a viewer. */
export interface TimeLeft {
  readonly secondsLeft: number;
  readonly isFree: boolean;
  readonly camera: VoyeurCamera | null;
}

export const presentTimeLeft = ({ secondsLeft, isFree, camera }: TimeLeft) => ({
  seconds_left: secondsLeft,
  cost_per_minute: VOYEUR_LIMITS.cost_per_minute,
  is_free: isFree,
  ...(camera !== null && { camera }),
});

/** What houses and their viewers are told. All of it is for display: pages also read it by HTTP. */
export interface VoyeurNews {
  /** Another camera is shown, or its control has changed. */
  shown(
    owner: Pick<Account, 'username'>,
    shown: VoyeurCamera | null,
    turn: Turn | undefined,
    holder: Pick<Account, 'id' | 'username'> | undefined,
  ): void;
  timeLeft(owner: Pick<Account, 'username'>, viewerId: AccountId, left: TimeLeft): void;
}

export function makeVoyeurNews(deps: {
  readonly hub: Pick<RoomHub, 'command'>;
  readonly submitSurely: SubmitSurely;
  /** Unix milliseconds. */
  readonly now: () => number;
}): VoyeurNews {
  return {
    shown({ username }, shown, turn, holder) {
      const payload = presentShown(shown, turn, deps.now());
      deps.submitSurely(username, {
        kind: 'state',
        name: 'v3.voyeurcam.control_start',
        payload,
        ...(holder && {
          self: { personKey: accountKey(holder.id), payload: { ...payload, username: holder.username } },
        }),
      });
    },
    timeLeft: ({ username }, viewerId, left) =>
      deps.hub.command(username, {
        kind: 'tell',
        personKey: accountKey(viewerId),
        name: 'v3.voyeurcam.time_left',
        payload: { seq: deps.now(), ...presentTimeLeft(left) },
      }),
  };
}
