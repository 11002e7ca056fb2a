import { Trans, useLingui } from '@lingui/react/macro';
import { type RefObject, useEffect, useState } from 'react';
import { askPlayGrant, openPlayer, type PlayerView } from '#app/features/playback/index.ts';
import './co-shows.css';

interface PictureProps {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly username: string;
  readonly name: string;
  /** Called once with the element, before anything plays. */
  readonly prepare: (video: HTMLVideoElement) => void;
}

/** Why there is no picture now, without revealing what keeps this person out. */
function PictureWords({ kind, name }: { readonly kind: PlayerView['state']['kind']; readonly name: string }) {
  switch (kind) {
    case 'playing':
    case 'stalled':
      return null;
    case 'refused':
      return <Trans>The picture of {name} is not shown here.</Trans>;
    case 'unsupported':
      return <Trans>This browser cannot play a second picture.</Trans>;
    default:
      return <Trans>Connecting</Trans>;
  }
}

/** The live picture of another room, with only the right that this person has there. */
export function PartnerPicture({ video, username, name, prepare }: PictureProps) {
  const { t } = useLingui();
  const [kind, setKind] = useState<PlayerView['state']['kind']>('loading');
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    prepare(element);
    const player = openPlayer({
      video: element,
      askGrant: () => askPlayGrant(username),
      forced: undefined,
      wanted: 'auto',
      onView: ({ state }) => setKind(state.kind),
    });
    return () => player.destroy();
  }, [video, username, prepare]);
  return (
    <div className="co-show-picture" data-theme="dark">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a live picture has no text track */}
      <video ref={video} playsInline hidden={kind === 'refused'} aria-label={t`Live picture of ${name}`} />
      <output className="co-show-words">
        <PictureWords kind={kind} name={name} />
      </output>
    </div>
  );
}
