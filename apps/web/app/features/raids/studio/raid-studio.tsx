import { formatClock } from '@klieg/i18n';
import { Button } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import type { RaidArrived, RaidOver, RaidPart, RaidTold } from '../raid-state.ts';
import '../raids.css';
import { useSecondsLeft } from '#app/shared/use-seconds-left.ts';
import { RoomFinder } from './room-finder.tsx';
import { type RaidsControl, useRaids } from './use-raids.ts';

/** Viewers are being asked: how long still, and how many have gone. */
function Asking({ raid, raids }: { readonly raid: RaidTold; readonly raids: RaidsControl }) {
  const clock = formatClock(useSecondsLeft(raid.endsAt));
  const { toName } = raid;
  return (
    <div className="grid gap-2">
      <p>
        <b>
          <Trans>Your viewers are invited along to {toName}.</Trans>
        </b>{' '}
        <span className="figure">{clock}</span>
      </p>
      <output className="text-ink-2">
        <Plural value={raid.moved} one="# viewer has come along." other="# viewers have come along." />{' '}
        <Trans>You can end your stream in the meantime.</Trans>
      </output>
      <div>
        <Button busy={raids.busy === 'cancel'} onClick={() => void raids.cancel()}>
          <Trans>Cancel the raid</Trans>
        </Button>
      </div>
    </div>
  );
}

/** How the last one ended. */
function Ended({ over: { how, moved, toName } }: { readonly over: RaidOver }) {
  return (
    <output>
      <b>
        {how === 'done' && <Trans>The raid is over.</Trans>}
        {how === 'canceled' && <Trans>The raid is canceled.</Trans>}
        {how === 'room_closed' && <Trans>The raid has ended: {toName} no longer takes raids.</Trans>}
      </b>{' '}
      <Plural value={moved} one="# viewer came along." other="# viewers came along." />
    </output>
  );
}

/** Viewers from a raid have arrived, with a button that refuses the next. */
function Arrived({ arrived, raids }: { readonly arrived: RaidArrived; readonly raids: RaidsControl }) {
  const { name, username, text } = arrived;
  return (
    <div className="raid-arrived">
      <b>{text}</b>
      {!raids.refused.includes(username) && (
        <Button size="small" busy={raids.busy === username} onClick={() => void raids.refuse(username, true)}>
          <Trans>No raids from {name}</Trans>
        </Button>
      )}
    </div>
  );
}

/** Rooms whose raids are refused. */
function Refused({ raids }: { readonly raids: RaidsControl }) {
  const { t } = useLingui();
  if (raids.refused.length === 0) return null;
  return (
    <details>
      <summary className="small">{t`Refused rooms`}</summary>
      <ul className="raid-rooms">
        {raids.refused.map((username) => (
          <li key={username}>
            <span className="grow truncate">{username}</span>
            <Button
              size="small"
              busy={raids.busy === username}
              aria-label={t`Allow raids from ${username}`}
              onClick={() => void raids.refuse(username, false)}
            >
              <Trans>Allow again</Trans>
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Shown while no raid is running. */
function Idle({ isLive, seconds }: { readonly isLive: boolean; readonly seconds: number }) {
  const clock = formatClock(seconds);
  if (!isLive)
    return (
      <p className="text-ink-2">
        <Trans>While you are live you can invite your viewers along to another room.</Trans>
      </p>
    );
  if (seconds > 0)
    return (
      <p className="text-ink-2">
        <Trans>The next raid can begin in {clock}.</Trans>
      </p>
    );
  return (
    <p className="text-ink-2">
      <Trans>
        Invite your viewers along to another room, for example before you end. Those who decline stay.
      </Trans>
    </p>
  );
}

/** The studio's module of raids: the search, the raid that runs, and the rooms that are refused. */
export default function RaidStudio({ part: { raid, over, arrived }, now, tools }: SlotProps<RaidPart>) {
  const raids = useRaids(over?.id, tools);
  const [isOpen, setOpen] = useState(false);
  const seconds = useSecondsLeft(raids.freeAt);
  const isLive = now.status === 'online';
  const mayStart = isLive && seconds === 0 && !raid;
  return (
    <section className="module" aria-labelledby="raid-studio-label">
      <div className="module-head">
        <span className="label grow" id="raid-studio-label">
          <Trans>Raid</Trans>
        </span>
        {mayStart && !isOpen && (
          <Button size="small" icon="users" onClick={() => setOpen(true)}>
            <Trans>Choose a room</Trans>
          </Button>
        )}
      </div>
      {arrived && <Arrived arrived={arrived} raids={raids} />}
      {raid ? (
        <Asking raid={raid} raids={raids} />
      ) : (
        <>
          {over && <Ended over={over} />}
          {mayStart && isOpen ? (
            <RoomFinder
              busy={raids.busy}
              onStart={(username) => void raids.start(username).then((isOn) => isOn && setOpen(false))}
              onClose={() => setOpen(false)}
            />
          ) : (
            <Idle isLive={isLive} seconds={seconds} />
          )}
        </>
      )}
      <Refused raids={raids} />
    </section>
  );
}
