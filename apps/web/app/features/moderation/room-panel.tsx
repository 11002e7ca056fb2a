import type { Report, WallRoom } from '@klieg/contract';
import { formatDayTime } from '@klieg/i18n';
import { Button, buttonClass, FactList, Field, Notice, Select, TextArea } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { useDeskSave } from '../back-office/index.ts';
import { deskApi } from '../money-desk/index.ts';
import { REASON_WORDS } from './case-words.ts';
import { NOTE_MAX, NOTE_MIN } from './note-length.ts';
import { WatchPicture } from './watch-picture.tsx';

interface StopFormProps {
  readonly username: string;
  readonly onStopped: () => void;
}

/** Ends what a room sends, for everybody. */
function StopForm({ username, onStopped }: StopFormProps) {
  const { t } = useLingui();
  const [reason, setReason] = useState<Report['reason']>('other');
  const [note, setNote] = useState('');
  const isShort = note.trim().length < NOTE_MIN;
  const { isBusy, failure, locked, save } = useDeskSave(async () => {
    await deskApi.stopRoom({ params: { username }, body: { reason, note: note.trim() } });
    onStopped();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isShort) void save();
  };
  return (
    <>
      {locked}
      <form className="grid gap-3" onSubmit={submit}>
        <Field label={<Trans>Reason, goes to the audit log</Trans>}>
          <Select value={reason} onChange={(event) => setReason(event.target.value as Report['reason'])}>
            {(Object.keys(REASON_WORDS) as Report['reason'][]).map((one) => (
              <option key={one} value={one}>
                {t(REASON_WORDS[one])}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={<Trans>What you saw</Trans>}>
          <TextArea
            rows={2}
            value={note}
            maxLength={NOTE_MAX}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
        {failure !== undefined && <Notice tone="bad" title={failure} />}
        <Button type="submit" kind="danger" busy={isBusy} disabled={isShort}>
          <Trans>End the stream</Trans>
        </Button>
        <p className="small text-ink-2">
          <Trans>
            The stream ends at once for everyone; shows are settled as if the performer had ended them.
          </Trans>
        </p>
      </form>
    </>
  );
}

/** A live room: its state, a way to watch it, and a way to end its broadcast. */
export function RoomPanel({
  room,
  onStopped,
  mayStop = true,
}: {
  readonly room: WallRoom;
  readonly onStopped: () => void;
  /** Only moderators end streams. */
  readonly mayStop?: boolean;
}) {
  const { t, i18n } = useLingui();
  const { username, displayName } = room.user;
  return (
    <section className="mod-panel" aria-label={displayName}>
      <h2>{displayName}</h2>
      <WatchPicture
        username={username}
        still={room.still_url !== null && <img src={room.still_url} alt={t`Still of ${displayName}`} />}
      />
      <FactList
        facts={[
          { label: <Trans>Viewers</Trans>, value: String(room.viewers) },
          { label: <Trans>Open cases</Trans>, value: String(room.reports) },
          {
            label: <Trans>Live since</Trans>,
            value: room.live_since === null ? '–' : formatDayTime(room.live_since, i18n.locale),
          },
          {
            label: <Trans>People on file</Trans>,
            value: room.consent_ok ? <Trans>All have agreed</Trans> : <Trans>Not all have agreed</Trans>,
          },
        ]}
      />
      <a className={buttonClass({ kind: 'line' })} href={`/${username}`}>
        <Trans>Open the room</Trans>
      </a>
      {mayStop && <StopForm username={username} onStopped={onStopped} />}
    </section>
  );
}
