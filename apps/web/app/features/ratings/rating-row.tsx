import { Button, Input, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useId, useState } from 'react';
import { api } from '../../shared/api/client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import type { RatingPart } from './rating-state.ts';
import { Stars } from './stars.tsx';
import './ratings.css';

const NOTE_MAX = 500;

/**
 * How was it: one to five stars and a note that only the performer sees; the last of a day counts. A row below the
 * picture, which it never covers; it appears without taking the focus.
 */
export default function RatingRow({ part, room, now, tools }: SlotProps<RatingPart>) {
  const { t, i18n } = useLingui();
  const { username, displayName } = room.user;
  const { ratedToday } = now;
  const { dispatch } = tools;
  const { showId, kind = 'private' } = part;
  const titleId = useId();
  const [stars, setStars] = useState(ratedToday ?? 0);
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const close = () => dispatch({ name: 'page.rating-shown', payload: { isShown: false } });
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (stars === 0) return;
    setBusy(true);
    try {
      const comment = note.trim();
      const { ratings } = await api.rateModel({
        params: { username },
        body: {
          stars,
          ...(showId !== undefined && { show: kind, show_id: showId }),
          ...(comment && { comment }),
        },
      });
      dispatch({ name: 'page.rated', payload: { stars, ratings } });
    } catch (error) {
      setBusy(false);
      showToast({ content: explainError(error, i18n), appearance: 'error' });
    }
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears the keys of the controls within it
    <form
      method="post"
      className="rating-row"
      aria-labelledby={titleId}
      onSubmit={(event) => void send(event)}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close();
      }}
    >
      <div className="rating-words">
        <h2 id={titleId}>
          <Trans>How was it?</Trans>
        </h2>
        {/* Announced when the row appears automatically. */}
        <output className="small text-ink-3">
          {ratedToday ? (
            <Trans>You gave {ratedToday} of 5 today; a new rating replaces it.</Trans>
          ) : showId === undefined ? (
            <Trans>You tipped {displayName} in the last hour.</Trans>
          ) : kind === 'limited' ? (
            <Trans>The ticket show of {displayName}.</Trans>
          ) : (
            <Trans>Your private with {displayName}.</Trans>
          )}
        </output>
      </div>
      <Stars value={stars} onChange={setStars} />
      {stars > 0 && (
        <Input
          className="rating-note"
          label={t`A note, which goes to ${displayName} without your name`}
          placeholder={t`A note, without your name`}
          maxLength={NOTE_MAX}
          autoComplete="off"
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      )}
      <div className="rating-keys">
        <Button kind="text" onClick={close}>
          <Trans>Not now</Trans>
        </Button>
        <Button type="submit" busy={isBusy} disabled={stars === 0}>
          {stars === 0 ? <Trans>Send</Trans> : <Trans>Send {stars} of 5</Trans>}
        </Button>
      </div>
    </form>
  );
}
