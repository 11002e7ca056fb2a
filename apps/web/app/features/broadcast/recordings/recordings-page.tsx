import { formatClock, formatDayTime } from '@klieg/i18n';
import {
  Button,
  buttonClass,
  ConfirmDialog,
  ContentImage,
  Empty,
  ErrorBox,
  Tag,
  type TagTone,
} from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { api } from '#app/shared/api/client.ts';
import { CoShowRecording } from './co-show-recording.tsx';
import { DownloadButton } from './download-button.tsx';
import { RecordingVideo } from './recording-video.tsx';
import { PublishForm } from './offer-form.tsx';
import { type RecordingRow, type Recordings, useRecordings } from './use-recordings.ts';
import './recordings.css';

const MEGABYTE = 2 ** 20;

const LOOKS: Readonly<Record<RecordingRow['state'], readonly [TagTone, ReactNode]>> = {
  recording: ['bad', <Trans key="recording">Recording</Trans>],
  processing: ['info', <Trans key="processing">Processing</Trans>],
  ready: ['ok', <Trans key="ready">Ready</Trans>],
  failed: ['warn', <Trans key="failed">Failed</Trans>],
  withdrawn: ['bad', <Trans key="withdrawn">Consent withdrawn</Trans>],
};

function Length({ row: { duration, written } }: { readonly row: RecordingRow }) {
  if (duration !== null) return formatClock(Math.round(duration));
  if (written === null) return '–';
  const time = formatClock(Math.round(written));
  return <Trans>{time} so far</Trans>;
}

/** Seconds without data, and where they begin. */
function Missing({ row: { gaps } }: { readonly row: RecordingRow }) {
  const [first] = gaps;
  if (!first) return null;
  const time = formatClock(Math.floor(first.from));
  const seconds = Math.max(1, Math.round(gaps.reduce((sum, { from, to }) => sum + to - from, 0)));
  return (
    <span className="small text-ink-2">
      <Plural
        value={seconds}
        one={<Trans>From {time}, # second is missing</Trans>}
        other={<Trans>From {time}, # seconds are missing</Trans>}
      />
    </span>
  );
}

function Facts({ row }: { readonly row: RecordingRow }) {
  const { i18n } = useLingui();
  const megabytes = Math.max(1, Math.round((row.size_bytes ?? 0) / MEGABYTE));
  return (
    <div className="grid gap-1">
      <b>
        {row.is_clip && <Trans>Clip of </Trans>}
        {row.co_show_id !== null && <Trans>Co-show of </Trans>}
        {formatDayTime(row.started_at, i18n.locale)}
      </b>
      <span className="figure small text-ink-2">
        <Length row={row} />
        {row.size_bytes !== null && <Trans>, {megabytes} MB</Trans>}
      </span>
      <Missing row={row} />
    </div>
  );
}

/** State of its published media. */
const OFFERS: Readonly<Record<NonNullable<RecordingRow['media_status']>, readonly [TagTone, ReactNode]>> = {
  draft: ['info', <Trans key="draft">In review</Trans>],
  encoding: ['info', <Trans key="encoding">In review, processing</Trans>],
  review: ['info', <Trans key="review">In review</Trans>],
  live: ['ok', <Trans key="live">For sale</Trans>],
  rejected: ['bad', <Trans key="rejected">Refused</Trans>],
  removed: ['bad', <Trans key="removed">Taken down</Trans>],
};

function Offer({ row }: { readonly row: RecordingRow }) {
  if (row.media_status === null) return null;
  const [tone, text] = OFFERS[row.media_status];
  return (
    <>
      <Tag tone={tone}>{text}</Tag>
      {row.media_url && row.media_status === 'live' && (
        <Link className="text-link" to={row.media_url}>
          <Trans>View it</Trans>
        </Link>
      )}
      {row.media_status === 'rejected' && (
        <span className="recording-reason small">
          {row.media_reject_reason}{' '}
          <Link className="text-link" to="/model-desk/media">
            <Trans>Change it in your media</Trans>
          </Link>
        </span>
      )}
    </>
  );
}

interface RowProps {
  readonly row: RecordingRow;
  /** Where the file is that plays in the row. */
  readonly playing: string | undefined;
  readonly onPlay: () => void;
  /** The playing stream is gone: the recording has become a file. */
  readonly onBroken: () => void;
  readonly onPublish: () => void;
  readonly onDelete: () => void;
}

function RecordingItem({ row, playing, onPlay, onBroken, onPublish, onDelete }: RowProps) {
  const { t, i18n } = useLingui();
  const [tone, text] = LOOKS[row.state];
  const isReady = row.state === 'ready';
  const mayPlay = isReady || row.playlist_url !== null;
  const isOwn = row.show_id === null;
  const [isBeside, setIsBeside] = useState(false);
  return (
    <li className="recording">
      <button
        type="button"
        className="recording-poster"
        disabled={!mayPlay}
        onClick={onPlay}
        aria-label={t`Play`}
      >
        {row.thumbnail_url && <ContentImage src={row.thumbnail_url} alt="" lazy />}
      </button>
      <Facts row={row} />
      <span className="grow" />
      {row.media_id === null || !isReady ? <Tag tone={tone}>{text}</Tag> : <Offer row={row} />}
      {isReady && <DownloadButton id={row.id} />}
      {isReady && row.co_show_id !== null && (
        <Button kind="line" size="small" aria-expanded={isBeside} onClick={() => setIsBeside(!isBeside)}>
          {isBeside ? <Trans>Close both</Trans> : <Trans>Both videos</Trans>}
        </Button>
      )}
      <Button kind="line" size="small" disabled={!mayPlay} onClick={onPlay}>
        {playing ? <Trans>Close</Trans> : <Trans>Play</Trans>}
      </Button>
      {isOwn && isReady && row.media_id === null && (
        <Button size="small" onClick={onPublish}>
          <Trans>Publish</Trans>
        </Button>
      )}
      {isOwn && (
        <Button kind="line" size="small" onClick={onDelete}>
          <Trans>Delete</Trans>
        </Button>
      )}
      {playing && (
        <RecordingVideo url={playing} time={formatDayTime(row.started_at, i18n.locale)} onFailed={onBroken} />
      )}
      {isBeside && row.co_show_id !== null && <CoShowRecording id={row.co_show_id} />}
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
  /** It was published: buyers keep theirs. */
  readonly isSold: boolean;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

function DeleteDialog({ isSold, onClose, onDelete }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      title={<Trans>Delete this recording?</Trans>}
      yes={<Trans>Delete</Trans>}
      no={<Trans>Keep it</Trans>}
      onYes={onDelete}
      onClose={onClose}
    >
      {isSold ? (
        <Trans>Anything you published from it stays in your media.</Trans>
      ) : (
        <Trans>The file is permanently deleted.</Trans>
      )}
    </ConfirmDialog>
  );
}

function RecordingList({ recordings }: { readonly recordings: Recordings }) {
  const { t, i18n } = useLingui();
  const [playing, setPlaying] = useState<{ readonly id: string; readonly url: string }>();
  const [deleting, setDeleting] = useState<string>();
  const [publishing, setPublishing] = useState<RecordingRow>();
  const play = ({ id, state, playlist_url: playlist }: RecordingRow) => {
    if (playing?.id === id) return setPlaying(undefined);
    // A running one plays as far as it is written.
    if (state !== 'ready' && playlist !== null) return setPlaying({ id, url: playlist });
    void api.getRecordingUrl({ params: { id } }).then(
      ({ url }) => setPlaying({ id, url }),
      () => recordings.retry(),
    );
  };
  return (
    <>
      <ul className="recording-list">
        {recordings.rows.map((row) => (
          <RecordingItem
            key={row.id}
            row={row}
            playing={playing?.id === row.id ? playing.url : undefined}
            onPlay={() => play(row)}
            onBroken={() => {
              setPlaying(undefined);
              recordings.refresh();
            }}
            onPublish={() => setPublishing(row)}
            onDelete={() => setDeleting(row.id)}
          />
        ))}
      </ul>
      {publishing && (
        <PublishForm
          id={publishing.id}
          name={t`Recording of ${formatDayTime(publishing.started_at, i18n.locale)}`}
          onClose={() => setPublishing(undefined)}
          onPublished={() => {
            setPublishing(undefined);
            recordings.refresh();
          }}
        />
      )}
      {deleting && (
        <DeleteDialog
          isSold={recordings.rows.some(({ id, media_id: media }) => id === deleting && media !== null)}
          onClose={() => setDeleting(undefined)}
          onDelete={() => {
            void recordings.remove(deleting).catch(() => undefined);
            setDeleting(undefined);
          }}
        />
      )}
    </>
  );
}

/** The model's recordings of her broadcasts: play, publish, delete. */
export function RecordingsPage() {
  const recordings = useRecordings();
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
            Switch on Record this stream in the studio. You can watch it here while it runs, and it becomes a
            file when you end the stream.
          </Trans>
        </Empty>
      )}
      <RecordingList recordings={recordings} />
      {recordings.hasMore && (
        <div className="grid justify-center p-4">
          <Button kind="line" onClick={recordings.loadMore}>
            <Trans>Older recordings</Trans>
          </Button>
        </div>
      )}
    </main>
  );
}
