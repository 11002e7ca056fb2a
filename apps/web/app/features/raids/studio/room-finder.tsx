import { formatCount } from '@klieg/i18n';
import { Avatar, Button, ErrorBox, Field, Input } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useDeferredValue, useEffect, useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { useLoaded } from '#app/shared/use-loaded.ts';

const TERM_MAX = 40;
/** Rooms come and go while the list is open. */
const LOOK_MS = 5_000;

interface FinderProps {
  readonly busy: string | undefined;
  readonly onStart: (username: string) => void;
  readonly onClose: () => void;
}

/** Live rooms that take a raid, by name, with the press that asks the viewers. */
export function RoomFinder({ busy, onStart, onClose }: FinderProps) {
  const { t, i18n } = useLingui();
  const [term, setTerm] = useState('');
  const q = useDeferredValue(term.trim());
  const { state, reload } = useLoaded(q, (signal) => lateApi.findRaidRooms({ query: { q }, signal }));
  useEffect(() => {
    const timer = setInterval(reload, LOOK_MS);
    return () => clearInterval(timer);
  }, [reload]);
  const rooms = state.kind === 'ready' ? state.value.rooms : undefined;
  return (
    <div className="grid gap-3">
      <Field label={t`Live room`} hint={t`Only rooms that take raids are listed.`}>
        <Input
          type="search"
          autoComplete="off"
          maxLength={TERM_MAX}
          value={term}
          onChange={(event) => setTerm(event.target.value)}
        />
      </Field>
      {state.kind === 'loading' && <div className="skeleton h-10" aria-busy="true" />}
      {state.kind === 'failed' && (
        <ErrorBox title={<Trans>The rooms did not load</Trans>} onRetry={reload}>
          <Trans>Please try again.</Trans>
        </ErrorBox>
      )}
      {rooms?.length === 0 && (
        <p className="text-ink-2">
          {q === '' ? (
            <Trans>No other room that takes raids is live now.</Trans>
          ) : (
            <Trans>No live room by that name takes raids now.</Trans>
          )}
        </p>
      )}
      {rooms && rooms.length > 0 && (
        <ul className="raid-rooms">
          {rooms.map(({ username, displayName, avatarUrl, subject, viewers }) => (
            <li key={username}>
              <Avatar src={avatarUrl} name={displayName} size={32} square />
              <span className="min-w-0 grow">
                <span className="strong block truncate">{displayName}</span>
                <span className="small block truncate text-ink-2">
                  {formatCount(viewers, i18n.locale)} <Trans>watching</Trans> · {subject}
                </span>
              </span>
              <Button
                size="small"
                busy={busy === username}
                aria-label={t`Raid ${displayName}`}
                onClick={() => onStart(username)}
              >
                <Trans>Raid</Trans>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button kind="line" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </div>
  );
}
