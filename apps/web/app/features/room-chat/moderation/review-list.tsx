import { formatTimeOfDay } from '@klieg/i18n';
import { Button, Empty, ErrorBox, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Answer } from '#app/shared/api/answers.ts';
import { api } from '#app/shared/api/client.ts';
import type { LoadedControl } from '#app/shared/use-loaded.ts';
import { useModerate } from './use-moderate.ts';

type Held = Answer<'listHeldLines'>;
type Requests = Answer<'listUnbanRequests'>;

export interface ReviewListProps {
  readonly room: string;
  readonly held: LoadedControl<Held>;
  readonly requests: LoadedControl<Requests>;
}

/** A pending decision: who, what, and two answers. A second press meanwhile does nothing. */
function ReviewRow({
  username,
  at,
  tag,
  text,
  yes,
  no,
  onDecide,
}: {
  readonly username: string;
  readonly at: string;
  readonly tag: React.ReactNode;
  readonly text: string;
  readonly yes: React.ReactNode;
  readonly no: React.ReactNode;
  readonly onDecide: (isYes: boolean) => Promise<unknown>;
}) {
  const { i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const decide = (isYes: boolean) => {
    setBusy(true);
    void onDecide(isYes).finally(() => setBusy(false));
  };
  return (
    <li className="review-row">
      <div className="flex items-center gap-2">
        <b className="truncate">{username}</b>
        <span className="grow" />
        {tag}
        <time className="small text-ink-3" dateTime={at}>
          {formatTimeOfDay(Date.parse(at), i18n.locale)}
        </time>
      </div>
      <p className="review-text">{text}</p>
      <div className="flex gap-2">
        <Button size="small" disabled={isBusy} onClick={() => decide(true)}>
          {yes}
        </Button>
        <Button size="small" kind="text" disabled={isBusy} onClick={() => decide(false)}>
          {no}
        </Button>
      </div>
    </li>
  );
}

/** Pending decisions: held messages, and requests of banned people. */
export function ReviewList({ room, held, requests }: ReviewListProps) {
  const moderate = useModerate();
  if (held.state.kind === 'failed' || requests.state.kind === 'failed')
    return (
      <ErrorBox
        title={<Trans>The list did not load</Trans>}
        onRetry={() => {
          held.reload();
          requests.reload();
        }}
      />
    );
  if (held.state.kind === 'loading' || requests.state.kind === 'loading')
    return <div className="skeleton m-4 h-24" aria-busy="true" />;
  const lines = held.state.value.held;
  const asked = requests.state.value.items;
  if (lines.length + asked.length === 0)
    return (
      <Empty title={<Trans>Nothing waiting</Trans>}>
        <Trans>
          Messages with a listed word or a link, and requests from banned people, are listed here.
        </Trans>
      </Empty>
    );
  const params = { username: room };
  // Somebody else may have decided it meanwhile: the list is read again in any case.
  return (
    <ul className="moderation-body" aria-live="polite">
      {lines.map(({ id, username, message, reason, at }) => (
        <ReviewRow
          key={id}
          username={username}
          at={at}
          text={message}
          tag={<Tag tone="warn">{reason === 'word' ? <Trans>Word</Trans> : <Trans>Link</Trans>}</Tag>}
          yes={<Trans>Show it</Trans>}
          no={<Trans>Discard</Trans>}
          onDecide={(show) =>
            moderate(api.decideHeldLine({ params: { ...params, id }, body: { show } })).then(held.reload)
          }
        />
      ))}
      {asked.map(({ id, username, reason, at }) => (
        <ReviewRow
          key={id}
          username={username}
          at={at}
          text={reason}
          tag={
            <Tag tone="info">
              <Trans>Unban request</Trans>
            </Tag>
          }
          yes={<Trans>Lift the ban</Trans>}
          no={<Trans>Decline</Trans>}
          onDecide={(grant) =>
            moderate(api.decideUnbanRequest({ params: { ...params, id }, body: { grant } })).then(
              requests.reload,
            )
          }
        />
      ))}
    </ul>
  );
}
