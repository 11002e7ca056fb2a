import { Avatar, Button, Dialog, Field, showToast, TextArea } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '../../shared/api/client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import type { ModalMap } from '../../shared/modal/modal-map.ts';
import { Stars } from './stars.tsx';
import './ratings.css';

const NOTE_MAX = 500;

/** How was it: one to five stars and a note for the performer alone; the last of a day counts. */
export default function RatingModal({
  username,
  displayName,
  pictureUrl,
  stars: before,
  onRated,
  onClose,
}: ModalMap['rating'] & { readonly onClose: () => void }) {
  const { i18n } = useLingui();
  const [stars, setStars] = useState(before ?? 0);
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      const comment = note.trim();
      const { ratings } = await api.rateModel({
        params: { username },
        body: { stars, ...(comment && { comment }) },
      });
      onRated(stars, ratings);
      onClose();
    } catch (error) {
      setBusy(false);
      showToast({ content: explainError(error, i18n), appearance: 'error' });
    }
  };
  return (
    <Dialog
      title={<Trans>How was it?</Trans>}
      onClose={onClose}
      foot={
        <>
          <span className="grow" />
          <Button kind="line" onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
          <Button kind="key" busy={isBusy} disabled={stars === 0} onClick={() => void send()}>
            {stars === 0 ? <Trans>Send</Trans> : <Trans>Send {stars} of 5</Trans>}
          </Button>
        </>
      }
    >
      <div className="flex items-center gap-3">
        <Avatar src={pictureUrl} name={displayName} size={48} square />
        <span className="grid">
          <b>{displayName}</b>
          <span className="small text-ink-3">
            {before ? (
              <Trans>You gave {before} of 5 today; a new rating takes its place.</Trans>
            ) : (
              <Trans>You tipped here in the last hour.</Trans>
            )}
          </span>
        </span>
      </div>
      <Stars value={stars} onChange={setStars} />
      <Field
        label={<Trans>A note</Trans>}
        optional
        hint={<Trans>Only stars count in public. The note goes to {displayName} without your name.</Trans>}
      >
        <TextArea
          rows={3}
          maxLength={NOTE_MAX}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
    </Dialog>
  );
}
