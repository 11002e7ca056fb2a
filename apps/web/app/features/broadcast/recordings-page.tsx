import { formatClock, formatDayTime } from '@klieg/i18n';
import {
  Button,
  buttonClass,
  ConfirmDialog,
  ContentImage,
  Dialog,
  Empty,
  ErrorBox,
  Tag,
  type TagTone,
} from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../shared/api/client.ts';
import { DownloadButton } from './download-button.tsx';
import { type RecordingRow, useRecordings } from './use-recordings.ts';
import './recordings.css';

const MEGABYTE = 2 ** 20;

const LOOKS: Readonly<Record<RecordingRow['state'], readonly [TagTone, ReactNode]>> = {
  recording: ['bad', <Trans key="recording">Recording</Trans>],
  processing: ['info', <Trans key="processing">Being made ready</Trans>],
  ready: ['ok', <Trans key="ready">Ready</Trans>],
  failed: ['warn', <Trans key="failed">Failed</Trans>],
  withdrawn: ['bad', <Trans key="withdrawn">Consent withdrawn</Trans>],
};

function Facts({ row }: { readonly row: RecordingRow }) {
  const { i18n } = useLingui();
  const megabytes = Math.max(1, Math.round((row.size_bytes ?? 0) / MEGABYTE));
  return (
    <div className="grid gap-1">
      <b>
        {row.is_clip && <Trans>Clip of </Trans>}
        {formatDayTime(row.started_at, i18n.locale)}
      </b>
      <span className="figure small text-ink-2">
        {row.duration === null ? '–' : formatClock(Math.round(row.duration))}
        {row.size_bytes !== null && <Trans>, {megabytes} MB</Trans>}
      </span>
    </div>
  );
}

interface RowProps {
  readonly row: RecordingRow;
  readonly onPlay: () => void;
  readonly onDelete: () => void;
}

function RecordingItem({ row, onPlay, onDelete }: RowProps) {
  const { t } = useLingui();
  const [tone, text] = LOOKS[row.state];
  const isReady = row.state === 'ready';
  return (
    <li className="recording">
      <button
        type="button"
        className="recording-poster"
        disabled={!isReady}
        onClick={onPlay}
        aria-label={t`Play`}
      >
        {row.thumbnail_url && <ContentImage src={row.thumbnail_url} alt="" lazy />}
      </button>
      <Facts row={row} />
      <span className="grow" />
      <Tag tone={tone}>{text}</Tag>
      {isReady && <DownloadButton id={row.id} />}
      <Button kind="line" size="small" disabled={!isReady} onClick={onPlay}>
        <Trans>Play</Trans>
      </Button>
      {row.show_id === null && (
        <Button kind="line" size="small" onClick={onDelete}>
          <Trans>Delete</Trans>
        </Button>
      )}
    </li>
  );
}

function Waiting() {
  return (
    <output className="grid gap-2" aria-busy="true">
      {Array.from({ length: 4 }, (_, row) => (
        <div key={row} className="skeleton h-20" />
      ))}
    </output>
  );
}

interface DeleteDialogProps {
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

function DeleteDialog({ onClose, onDelete }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      title={<Trans>Delete this recording?</Trans>}
      yes={<Trans>Delete</Trans>}
      no={<Trans>Keep it</Trans>}
      onYes={onDelete}
      onClose={onClose}
    >
      <Trans>The file is gone for good.</Trans>
    </ConfirmDialog>
  );
}

/** What the model recorded of the own broadcasts: play, keep, delete. */
export function RecordingsPage() {
  const recordings = useRecordings();
  const [playing, setPlaying] = useState<string>();
  const [deleting, setDeleting] = useState<string>();
  const play = (id: string) =>
    api.getRecordingUrl({ params: { id } }).then(
      ({ url }) => setPlaying(url),
      () => undefined,
    );
  return (
    <main id="main" className="account recordings">
      <h1>
        <Trans>Recordings</Trans>
      </h1>
      {recordings.state === 'loading' && <Waiting />}
      {recordings.state === 'failed' && (
        <ErrorBox title={<Trans>Your recordings did not load</Trans>} onRetry={recordings.retry} />
      )}
      {recordings.state === 'ready' && recordings.rows.length === 0 && (
        <Empty
          title={<Trans>Nothing recorded yet</Trans>}
          action={
            <Link className={buttonClass({ kind: 'line', size: 'small' })} to="/broadcast">
              <Trans>Go to the studio</Trans>
            </Link>
          }
        >
          <Trans>
            Switch on Record this stream in the studio. The file appears here when you end the stream.
          </Trans>
        </Empty>
      )}
      <ul className="recording-list">
        {recordings.rows.map((row) => (
          <RecordingItem
            key={row.id}
            row={row}
            onPlay={() => void play(row.id)}
            onDelete={() => setDeleting(row.id)}
          />
        ))}
      </ul>
      {recordings.hasMore && (
        <div className="grid justify-center p-4">
          <Button kind="line" onClick={recordings.loadMore}>
            <Trans>Older recordings</Trans>
          </Button>
        </div>
      )}
      {playing && (
        <Dialog title={<Trans>Recording</Trans>} width={920} onClose={() => setPlaying(undefined)}>
          {/* The model's own file; it has no captions. */}
          <video src={playing} controls autoPlay className="recording-video">
            <track kind="captions" />
          </video>
        </Dialog>
      )}
      {deleting && (
        <DeleteDialog
          onClose={() => setDeleting(undefined)}
          onDelete={() => {
            void recordings.remove(deleting).catch(() => undefined);
            setDeleting(undefined);
          }}
        />
      )}
    </main>
  );
}
