import { formatMoment } from '@klieg/i18n';
import { Button, Empty, ErrorBox, Field, Input, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { api } from '#app/shared/api/client.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';
import { useLoaded } from '#app/shared/use-loaded.ts';
import { useSubmitType } from '#app/shared/forms/use-submit-type.ts';
import { useModerate } from './use-moderate.ts';

export interface SanctionListProps {
  readonly room: string;
  readonly isOwner: boolean;
  readonly revision: number;
}

const LIFTS = { ban: 'unban', kick: 'unban', silence: 'unsilence' } as const;

/** The streamer names moderators; each for the days of the settings. */
function Moderators({ room, isOwner, revision }: SanctionListProps) {
  const { i18n } = useLingui();
  const submitType = useSubmitType();
  const params = { username: room };
  const { state, show, reload } = useLoaded(
    room,
    (signal) => api.listModerators({ params, signal }),
    revision,
  );
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const set = (username: string, moderator: boolean) => {
    setError(undefined);
    api.setModerator({ params, body: { username, moderator } }).then(
      ({ moderators }) => {
        show({ moderators });
        setName('');
      },
      (fault: unknown) => setError(explainError(fault, i18n)),
    );
  };
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) set(name.trim().toLowerCase(), true);
  };
  if (state.kind === 'failed')
    return <ErrorBox title={<Trans>The moderators did not load</Trans>} onRetry={reload} />;
  if (state.kind === 'loading') return <div className="skeleton h-12" aria-busy="true" />;
  return (
    <section className="grid gap-2">
      <h3>
        <Trans>Moderators</Trans>
      </h3>
      {state.value.moderators.length === 0 && (
        <p className="small text-ink-2">
          <Trans>Nobody yet. Moderators silence, kick and ban, and review held messages.</Trans>
        </p>
      )}
      <ul className="grid gap-1">
        {state.value.moderators.map(({ username, expires_at: until }) => (
          <li key={username} className="flex items-center gap-2">
            <b className="truncate">{username}</b>
            <span className="small grow text-ink-3">
              <Trans>until {formatMoment(Date.parse(until), i18n.locale)}</Trans>
            </span>
            {isOwner && (
              <Button size="small" kind="text" onClick={() => set(username, false)}>
                <Trans>Remove</Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isOwner && (
        <form method="post" className="flex items-end gap-2" onSubmit={add}>
          <div className="grow">
            <Field label={<Trans>New moderator</Trans>} error={error}>
              <Input value={name} maxLength={30} onChange={(event) => setName(event.target.value)} />
            </Field>
          </div>
          <Button type={submitType} disabled={!name.trim()}>
            <Trans>Add</Trans>
          </Button>
        </form>
      )}
    </section>
  );
}

/** Whom the room has silenced, kicked and banned, and who keeps order in it. */
export function SanctionList({ room, isOwner, revision }: SanctionListProps) {
  const moderate = useModerate();
  const { i18n } = useLingui();
  const params = { username: room };
  const { state, reload } = useLoaded(
    room,
    (signal) => api.listSanctions({ params, query: { limit: '100' }, signal }),
    revision,
  );
  if (state.kind === 'failed')
    return <ErrorBox title={<Trans>The list did not load</Trans>} onRetry={reload} />;
  if (state.kind === 'loading') return <div className="skeleton m-4 h-24" aria-busy="true" />;
  const { items } = state.value;
  return (
    <div className="moderation-body">
      <Moderators room={room} isOwner={isOwner} revision={revision} />
      <section className="grid gap-2">
        <h3>
          <Trans>Bans, kicks, silences</Trans>
        </h3>
        {items.length === 0 && (
          <Empty title={<Trans>Nobody</Trans>}>
            <Trans>Press a name in the chat to silence, kick or ban someone.</Trans>
          </Empty>
        )}
        <ul className="grid gap-2">
          {items.map(({ username, action, by, reason, until }) => (
            <li key={`${username} ${action}`} className="review-row">
              <div className="flex items-center gap-2">
                <b className="grow truncate">{username}</b>
                <Tag tone={action === 'silence' ? 'warn' : 'bad'}>
                  {action === 'ban' ? (
                    <Trans>Banned</Trans>
                  ) : action === 'kick' ? (
                    <Trans>Kicked</Trans>
                  ) : (
                    <Trans>Silenced</Trans>
                  )}
                </Tag>
              </div>
              <p className="small text-ink-3">
                {until === null ? (
                  <Trans>by {by}, until you lift it</Trans>
                ) : (
                  <Trans>
                    by {by}, until {formatMoment(Date.parse(until), i18n.locale)}
                  </Trans>
                )}
                {reason && ` · ${reason}`}
              </p>
              <Button
                size="small"
                icon="arrow-counter-clockwise"
                onClick={() =>
                  void moderate(api.moderate({ params, body: { username, action: LIFTS[action] } })).then(
                    reload,
                  )
                }
              >
                <Trans>Lift</Trans>
              </Button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
