import type { VoyeurCamera } from '@klieg/contract/features/voyeur/limits';
import { formatClock } from '@klieg/i18n';
import { Button, TokenAmount } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useSecondsLeft } from '#app/shared/use-seconds-left.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { restartStream } from '../../shared/room/stream-restart.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { Cell, Strip } from '../shows/index.ts';
import { CameraRow } from './camera-row.tsx';
import { tellRefusal } from './tell-refusal.ts';
import { useHouse } from './use-house.ts';
import { buyMinutes, type HouseTold, stopControl, stopTime, takeControl } from './voyeur-calls.ts';
import type { VoyeurPart } from './voyeur-part.ts';
import './voyeur.css';

/** The offered minutes; another press buys more. */
const MINUTES = [1, 5, 15] as const;

type Act = (work: () => Promise<unknown>) => Promise<void>;

/** One press at a time; its result is read again, and refusals are shown. */
function useAct(reload: () => void): { readonly isBusy: boolean; readonly act: Act } {
  const { i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const act: Act = async (work) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      tellRefusal(error, i18n);
    } finally {
      setBusy(false);
      reload();
    }
  };
  return { isBusy, act };
}

/** The offered minutes, and the rest of the bought ones. */
function Minutes(props: {
  readonly username: string;
  readonly house: HouseTold;
  readonly isBusy: boolean;
  readonly act: Act;
}) {
  const { username, house, isBusy, act } = props;
  const { cost_per_minute: cost, paid_seconds_left: paid } = house;
  const buy = (minutes: number) =>
    void act(async () => {
      await buyMinutes(username, minutes, cost);
      // What plays has another right until now.
      if (paid === 0) restartStream();
    });
  return (
    <>
      {MINUTES.map((minutes, at) => (
        <Button
          key={minutes}
          kind={at === 0 && paid === 0 ? 'key' : 'line'}
          size="large"
          busy={isBusy}
          onClick={() => buy(minutes)}
        >
          <span className="flex items-center gap-2">
            <span>
              <Plural value={minutes} one="# minute" other="# minutes" />
            </span>
            <TokenAmount amountTokens={minutes * cost} />
          </span>
        </Button>
      ))}
      {paid > 0 && (
        <Button kind="text" size="large" busy={isBusy} onClick={() => void act(() => stopTime(username))}>
          <Trans>Stop and get the rest back</Trans>
        </Button>
      )}
    </>
  );
}

/** Who has the control, the time left, and the own place. */
function ControlWords({ control }: { readonly control: HouseTold['control'] }) {
  const seconds = useSecondsLeft(control.ends_at === null ? null : Date.parse(control.ends_at));
  const clock = formatClock(seconds);
  const { place, queue } = control;
  if (place === 0)
    return (
      <Trans>
        Everyone sees the camera you chose, for another <b className="figure">{clock}</b>.
      </Trans>
    );
  if (place !== null)
    return (
      <Trans>
        You are number <b className="figure">{place}</b> in line. Your tokens are held until it is your turn.
      </Trans>
    );
  if (control.busy)
    return (
      <>
        <Trans>
          A viewer has chosen this camera, for another <b className="figure">{clock}</b>.
        </Trans>{' '}
        {queue > 0 && <Plural value={queue} one="# viewer is waiting." other="# viewers are waiting." />}
      </>
    );
  return (
    <Trans>
      Choose what everyone sees: <TokenAmount amountTokens={control.cost} /> for {control.seconds} seconds.
    </Trans>
  );
}

/** A house below its picture: the time that is left, its cameras, and who chooses between them. */
export default function HouseStrip({ part, room, me }: SlotProps<VoyeurPart>) {
  const { t } = useLingui();
  const { username } = room.user;
  const { house, reload } = useHouse(username, part.version);
  const { isBusy, act } = useAct(reload);
  if (!house) return null;
  const { control, free_seconds_left: free, paid_seconds_left: paid } = house;
  const isGuest = me.kind !== 'member';
  const join = () => openModal('signup', { reason: 'watch' });
  const choose = (camera: VoyeurCamera) =>
    isGuest ? join() : void act(() => takeControl(username, camera, control.cost));
  return (
    <Strip
      label={t`House cameras`}
      tone="plain"
      actions={
        isGuest ? (
          <Button kind="key" size="large" onClick={join}>
            <Trans>Join and watch for free</Trans>
          </Button>
        ) : (
          <Minutes username={username} house={house} isBusy={isBusy} act={act} />
        )
      }
      foot={
        <>
          <CameraRow house={house} isBusy={isBusy} onChoose={choose} />
          <div className="show-row small">
            <span>
              <ControlWords control={control} />
            </span>
            {control.place !== null && (
              <span className="show-actions">
                <Button kind="line" busy={isBusy} onClick={() => void act(() => stopControl(username))}>
                  {control.place === 0 ? <Trans>End my turn</Trans> : <Trans>Leave the line</Trans>}
                </Button>
              </span>
            )}
          </div>
        </>
      }
    >
      <Cell label={paid > 0 ? <Trans>Time left</Trans> : <Trans>Free today</Trans>}>
        <b className="display" role="timer">
          {formatClock(paid > 0 ? paid : isGuest ? 60 : free)}
        </b>
      </Cell>
      <Cell label={<Trans>Price a minute</Trans>}>
        <span className="display">
          <TokenAmount amountTokens={house.cost_per_minute} />
        </span>
      </Cell>
    </Strip>
  );
}
