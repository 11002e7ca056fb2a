import { WATCH_REASON_CHARS } from '@klieg/contract/features/moderation/limits';
import { Button, Field, Input, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { explainError } from '../../shared/errors/explain-error.ts';
import { deskApi } from '../money-desk/index.ts';
import { forcedTransport, isFinalRefusal, openPlayer, type PlayerView } from '../playback/index.ts';

/** The right of staff to watch whatever a room is at; the player asks for it again as it runs out. */
const askAs = (username: string, reason: string, onRefused: (error: unknown) => void) => async () => {
  try {
    return { grant: await deskApi.watchRoom({ params: { username }, query: { reason } }) };
  } catch (error) {
    if (!isFinalRefusal(error)) throw error;
    onRefused(error);
    return { refused: error.code };
  }
};

/** The picture of a room as staff sees it, with controls of its own. */
function Picture({
  username,
  reason,
  still,
}: {
  readonly username: string;
  readonly reason: string;
  readonly still: ReactNode;
}) {
  const { t, i18n } = useLingui();
  const video = useRef<HTMLVideoElement>(null);
  const [view, setView] = useState<PlayerView>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    // Moderators want to see; sound is available in the controls.
    element.muted = true;
    const player = openPlayer({
      video: element,
      askGrant: askAs(username, reason, setFailure),
      forced: forcedTransport(new URLSearchParams(location.search)),
      wanted: 'auto',
      onView: setView,
    });
    return () => player.destroy();
  }, [username, reason]);
  const state = view?.state;
  const isMoving = state?.kind === 'playing' || view?.hasPlayed === true;
  return (
    <>
      <div className="picture" data-playing={state?.kind === 'playing' || undefined}>
        {!isMoving && still}
        <video
          ref={video}
          className="mod-watch"
          hidden={!isMoving}
          playsInline
          muted
          controls
          aria-label={t`Live picture of ${username}, watched unseen`}
        />
      </div>
      {state?.kind === 'refused' && <Notice tone="bad" title={explainError(failure, i18n)} />}
      {(state?.kind === 'ended' || state?.kind === 'unsupported') && (
        <Notice title={<Trans>There is no picture now</Trans>} />
      )}
    </>
  );
}

/** The still of a room, and its picture once a reason for watching was given. */
export function WatchPicture({ username, still }: { readonly username: string; readonly still: ReactNode }) {
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState<string>();
  const isShort = typed.trim().length < WATCH_REASON_CHARS.min;
  if (reason !== undefined)
    return (
      <>
        <Picture username={username} reason={reason} still={still} />
        <Button kind="line" onClick={() => setReason(undefined)}>
          <Trans>Stop watching</Trans>
        </Button>
      </>
    );
  return (
    <>
      <div className="picture">{still}</div>
      <form
        className="grid gap-2"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (!isShort) setReason(typed.trim());
        }}
      >
        <Field
          label={<Trans>Why you are watching</Trans>}
          hint={
            <Trans>You watch unseen, even privates. The reason stays in the audit log with your name.</Trans>
          }
        >
          <Input
            value={typed}
            maxLength={WATCH_REASON_CHARS.max}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Button type="submit" kind="line" icon="eye" disabled={isShort}>
          <Trans>Watch unseen</Trans>
        </Button>
      </form>
    </>
  );
}
