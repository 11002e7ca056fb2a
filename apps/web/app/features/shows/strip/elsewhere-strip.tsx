import { Button, buttonClass, showToast } from '@klieg/ui';
import { Plural, SelectOrdinal, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { lateApi } from '#app/shared/api/late-client.ts';
import { openModal } from '#app/shared/modal/modal-store.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import type { PlaceTold, ShowsPart } from '../shows-part.ts';
import { tellRefusal } from '../tell-refusal.ts';
import { Strip, StripWords } from './strip.tsx';
import { useMinutesSince } from './use-minutes-since.ts';

const Place = ({ place, length }: PlaceTold) => (
  <Trans>
    You are <SelectOrdinal value={place} one="#st" two="#nd" few="#rd" other="#th" /> of {length}
  </Trans>
);

/** Joins the line for a private, or leaves it. */
function useLine({ part, room, me, tools }: SlotProps<ShowsPart>) {
  const { t, i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const params = { username: room.user.username };
  const change = async () => {
    if (me.kind !== 'member') return openModal('signup', { reason: 'private' });
    setBusy(true);
    try {
      const payload = part.place
        ? await lateApi.leavePrivateLine({ params, body: {} }).then(() => null)
        : await lateApi.joinPrivateLine({ params, body: {} });
      tools.dispatch({
        name: 'page.private-place',
        payload: payload && { place: payload.place, length: payload.length },
      });
      if (payload) showToast({ content: t`You are notified when it is your turn.`, appearance: 'success' });
    } catch (error) {
      tellRefusal(error, i18n);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, change };
}

/** How long it has gone on, where that is known. */
function Since({ at }: { readonly at: number | undefined }) {
  const minutes = useMinutesSince(at);
  if (minutes === undefined) return <Trans>In a private</Trans>;
  if (minutes < 1) return <Trans>In a private, just started</Trans>;
  return <Plural value={minutes} one="In a private for # min" other="In a private for # min" />;
}

/** Somebody else's private: its kind and duration, and what can be done meanwhile. */
export function ElsewhereStrip(props: SlotProps<ShowsPart>) {
  const { part, now } = props;
  const { t } = useLingui();
  const { isBusy, change } = useLine(props);
  const { place, show, settings } = part;
  const isPrivate = now.status === 'private';
  return (
    <Strip
      label={t`Someone else’s private`}
      tone="private"
      actions={
        <>
          <Link className={buttonClass({ kind: 'text', size: 'large' })} to="/">
            <Trans>Other rooms</Trans>
          </Link>
          {(settings.private_enabled || place) && (
            <Button kind="line" size="large" busy={isBusy} onClick={() => void change()}>
              {place ? <Trans>Leave the line</Trans> : <Trans>Get in line</Trans>}
            </Button>
          )}
        </>
      }
    >
      <StripWords title={isPrivate ? <Since at={show?.started_at} /> : <Trans>In line for a private</Trans>}>
        {place ? (
          <>
            <Place {...place} />. <Trans>A place is free and holds no tokens.</Trans>
          </>
        ) : show?.type === 'exclusive' ? (
          <Trans>An exclusive: no spying. The chat stays open.</Trans>
        ) : (
          <Trans>You can wait in line, or look at other rooms.</Trans>
        )}
      </StripWords>
    </Strip>
  );
}
