import type { CoShowRequest } from '@klieg/contract';
import { formatClock } from '@klieg/i18n';
import { Avatar, Button, Count, Switch } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import { useSecondsLeft } from '#app/shared/use-seconds-left.ts';
import type { CoShowPart, CoShowTold } from '../co-show-state.ts';
import { PartnerPicture } from '../partner-picture.tsx';
import { PartnerFinder } from './partner-finder.tsx';
import { type CoShowPress, useCoShowPress } from './use-co-show-press.ts';

/** Her own microphone would send what the loudspeaker says. */
const silence = (video: HTMLVideoElement): void => void (video.muted = true);

/** What it means, explained before asking and before accepting. */
const Meaning = () => (
  <Trans>
    Both rooms show both pictures. A tip goes to the performer in whose room it is given. Either of you can
    end it at any time.
  </Trans>
);

/** Somebody asks, with the answers. */
function RequestRow(props: {
  readonly request: CoShowRequest;
  readonly isLive: boolean;
  readonly press: CoShowPress;
}) {
  const { request, isLive, press } = props;
  const { t } = useLingui();
  const clock = formatClock(useSecondsLeft(Date.parse(request.expires_at)));
  const { co_show_id: id, display_name: name } = request;
  return (
    <li className="show-request">
      <Avatar src={request.avatar_url} name={name} size={32} square />
      <div className="show-request-words">
        <span>
          <b>
            <Trans>{name} asks you to do a co-show.</Trans>
          </b>{' '}
          <span className="figure" role="timer" aria-label={t`Time to answer ${name}`}>
            {clock}
          </span>
        </span>
        <span className="small text-ink-2">
          {isLive ? <Meaning /> : <Trans>Go live in public to accept.</Trans>}
        </span>
      </div>
      <div className="show-actions">
        <Button
          size="large"
          disabled={!isLive}
          busy={press.busy === id}
          aria-label={t`Accept the co-show with ${name}`}
          onClick={() => void press.accept(id)}
        >
          <Trans>Accept</Trans>
        </Button>
        <Button
          kind="line"
          size="large"
          disabled={press.busy === id}
          aria-label={t`Decline the co-show with ${name}`}
          onClick={() => void press.decline(id)}
        >
          <Trans>Decline</Trans>
        </Button>
      </div>
    </li>
  );
}

/** The caller's request, while it waits. */
function Asked({ asked, press }: { readonly asked: CoShowRequest; readonly press: CoShowPress }) {
  const clock = formatClock(useSecondsLeft(Date.parse(asked.expires_at)));
  const { display_name: name } = asked;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <output className="grow">
        <b>
          <Trans>{name} has been asked.</Trans>
        </b>{' '}
        <span className="figure">{clock}</span>
      </output>
      <Button busy={press.busy === 'withdraw'} onClick={() => void press.withdraw()}>
        <Trans>Cancel request</Trans>
      </Button>
    </div>
  );
}

/** The show that runs: the partner's picture, the sound for headphones, and the end. */
function Running({ told, press }: { readonly told: CoShowTold; readonly press: CoShowPress }) {
  const video = useRef<HTMLVideoElement>(null);
  const [isLoud, setLoud] = useState(false);
  const { username, display_name: name } = told;
  return (
    <div className="co-show-desk">
      <PartnerPicture video={video} username={username} name={name} prepare={silence} />
      <div className="grid gap-2">
        <p>
          <b>
            <Trans>You are in a co-show with {name}.</Trans>
          </b>{' '}
          <Trans>Tips given in your room are yours, those in the other room go to {name}.</Trans>
        </p>
        <Switch
          checked={isLoud}
          onChange={({ target: { checked } }) => {
            setLoud(checked);
            if (video.current) video.current.muted = !checked;
          }}
        >
          <Trans>Sound of {name}; use headphones</Trans>
        </Switch>
        <div>
          <Button busy={press.busy === 'end'} onClick={() => void press.end()}>
            <Trans>End the co-show</Trans>
          </Button>
        </div>
      </div>
    </div>
  );
}

/** The studio's co-show module: requests, the running show, and the search. */
export default function CoShowStudio({ part: { told, desk }, now, tools }: SlotProps<CoShowPart>) {
  const press = useCoShowPress(tools);
  const [isOpen, setOpen] = useState(false);
  const isLive = now.status === 'online' || now.status === 'reconnecting';
  const mayAsk = isLive && !told && desk !== null && !desk.asked;
  const requests = desk?.requests ?? [];
  return (
    <section className="module" aria-labelledby="co-show-studio-label">
      <div className="module-head">
        <span className="label grow" id="co-show-studio-label">
          <Trans>Co-show</Trans>
        </span>
        {requests.length > 0 && <Count hot>{requests.length}</Count>}
        {mayAsk && !isOpen && (
          <Button size="small" icon="users" onClick={() => setOpen(true)}>
            <Trans>Ask a performer</Trans>
          </Button>
        )}
      </div>
      {requests.length > 0 && (
        <ul className="show-list">
          {requests.map((request) => (
            <RequestRow key={request.co_show_id} request={request} isLive={isLive} press={press} />
          ))}
        </ul>
      )}
      {told && <Running key={told.co_show_id} told={told} press={press} />}
      {desk?.asked && <Asked asked={desk.asked} press={press} />}
      {mayAsk && isOpen && <PartnerFinder press={press} onClose={() => setOpen(false)} />}
      {!told && !desk?.asked && !(mayAsk && isOpen) && requests.length === 0 && (
        <p className="text-ink-2">
          {isLive ? (
            <Meaning />
          ) : (
            <Trans>While you are live you can ask another performer to do a co-show.</Trans>
          )}
        </p>
      )}
    </section>
  );
}
