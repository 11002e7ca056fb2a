import { Button, Icon, IconButton } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { restoreSound } from '#app/features/playback/index.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import type { CoShowPart, CoShowTold } from './co-show-state.ts';
import { PartnerPicture } from './partner-picture.tsx';

/** Whether a video is silent, which the browser may decide as well. */
function useMuted(video: RefObject<HTMLVideoElement | null>): boolean {
  const [isMuted, setMuted] = useState(false);
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    const read = () => setMuted(element.muted);
    element.addEventListener('volumechange', read);
    read();
    return () => element.removeEventListener('volumechange', read);
  }, [video]);
  return isMuted;
}

/** The partner's picture with the name, the way to that room, and what a viewer may do about it. */
function Partner({ told, onHide }: { readonly told: CoShowTold; readonly onHide: () => void }) {
  const { t } = useLingui();
  const video = useRef<HTMLVideoElement>(null);
  const isMuted = useMuted(video);
  const toggle = () => {
    if (video.current) video.current.muted = !isMuted;
  };
  const { username, display_name: name } = told;
  return (
    <figure className="co-show-partner">
      <PartnerPicture video={video} username={username} name={name} prepare={restoreSound} />
      <figcaption className="co-show-caption">
        <Link to={`/${username}`} aria-label={t`Go to ${name}’s room`}>
          <b className="truncate">{name}</b>
          <Icon name="caret-right" size={14} />
        </Link>
        <IconButton
          icon={isMuted ? 'speaker-slash-fill' : 'speaker-high-fill'}
          label={isMuted ? t`Unmute ${name}` : t`Mute ${name}`}
          onClick={toggle}
        />
        <IconButton icon="eye-slash" label={t`Hide the picture of ${name}`} onClick={onHide} />
      </figcaption>
    </figure>
  );
}

/** The second picture of a co-show, beside the room's own; it can be hidden. */
export default function CoShowStage({ part: { told }, room }: SlotProps<CoShowPart>) {
  const [hiddenId, setHiddenId] = useState<string>();
  if (!told) return null;
  const { display_name: partner, co_show_id: id } = told;
  const own = room.user.displayName;
  const isHidden = hiddenId === id;
  return (
    <>
      <p className="co-show-caption co-show-own">
        <b className="truncate">{own}</b>
        <span className="small">
          <Trans>Tips given here go to {own}.</Trans>
        </span>
        {isHidden && (
          <Button kind="line" onClick={() => setHiddenId(undefined)}>
            <Trans>Show {partner} too</Trans>
          </Button>
        )}
      </p>
      {!isHidden && <Partner key={id} told={told} onHide={() => setHiddenId(id)} />}
    </>
  );
}
