import type { OwnStream } from '@klieg/contract';
import { STREAMS_MAX } from '@klieg/contract/features/schedule/limits';
import { uuidv7 } from '@klieg/kernel';
import { Button, ErrorBox } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { useLoaded } from '#app/shared/use-loaded.ts';
import { ownTimeZone } from '../format-when.ts';
import '../schedule.css';
import { draftOf, newStreamDraft, type StreamDraft } from './stream-draft.ts';
import { StreamEntry } from './stream-entry.tsx';
import { StreamForm } from './stream-form.tsx';

interface ListProps {
  readonly streams: readonly OwnStream[];
  readonly draft: StreamDraft | undefined;
  readonly onDraft: (draft: StreamDraft | undefined) => void;
  readonly onChanged: (streams: readonly OwnStream[]) => void;
}

/** Announced streams; the edited one is replaced by its form. */
function StreamList({ streams, draft, onDraft, onChanged }: ListProps) {
  const close = () => onDraft(undefined);
  const saved = (changed: readonly OwnStream[]) => {
    onChanged(changed);
    close();
  };
  const isNew = draft !== undefined && !streams.some(({ id }) => id === draft.id);
  return (
    <>
      {isNew && <StreamForm key={draft.id} first={draft} onSaved={saved} onClose={close} />}
      {streams.length === 0 && !isNew && (
        <p className="text-ink-2">
          <Trans>
            Announce when you will be live: it is shown in your room, and viewers can set reminders.
          </Trans>
        </p>
      )}
      <ul className="grid gap-2">
        {streams.map((stream) =>
          stream.id === draft?.id ? (
            <li key={stream.id}>
              <StreamForm first={draft} onSaved={saved} onClose={close} />
            </li>
          ) : (
            <StreamEntry
              key={stream.id}
              stream={stream}
              onChanged={onChanged}
              onEdit={() => onDraft(draftOf(stream))}
            />
          ),
        )}
      </ul>
    </>
  );
}

/** The studio's schedule module: announcements, and the form for them. */
export default function ScheduleStudio() {
  const { state, reload, show } = useLoaded('own', (signal) => lateApi.getOwnSchedule({ signal }));
  const [draft, setDraft] = useState<StreamDraft>();
  const streams = state.kind === 'ready' ? state.value.streams : undefined;
  return (
    <section className="module" aria-labelledby="schedule-studio-label">
      <div className="module-head">
        <span className="label grow" id="schedule-studio-label">
          <Trans>Schedule</Trans>
        </span>
        {streams && streams.length < STREAMS_MAX && !draft && (
          <Button
            size="small"
            icon="plus"
            onClick={() => setDraft(newStreamDraft(uuidv7(), ownTimeZone(), Date.now()))}
          >
            <Trans>Announce a stream</Trans>
          </Button>
        )}
      </div>
      {state.kind === 'loading' && <div className="skeleton h-10" aria-busy="true" />}
      {state.kind === 'failed' && (
        <ErrorBox title={<Trans>The schedule did not load</Trans>} onRetry={reload}>
          <Trans>Nothing is lost; please try again.</Trans>
        </ErrorBox>
      )}
      {streams && (
        <StreamList
          streams={streams}
          draft={draft}
          onDraft={setDraft}
          onChanged={(changed) => show({ streams: [...changed] })}
        />
      )}
    </section>
  );
}
