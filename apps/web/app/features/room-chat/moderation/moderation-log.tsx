import { formatMoment } from '@klieg/i18n';
import { Button, Empty, ErrorBox, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Answer } from '#app/shared/api/answers.ts';
import { api } from '#app/shared/api/client.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';
import { useLoaded } from '#app/shared/use-loaded.ts';
import { ModerationText } from './moderation-text.tsx';

type Page = Answer<'listModerationLog'>;

/** Everything done in the room, newest first; entries cannot be removed. */
export function ModerationLog({ room, revision }: { readonly room: string; readonly revision: number }) {
  const { i18n } = useLingui();
  const params = { username: room };
  const { state, reload } = useLoaded(
    room,
    (signal) => api.listModerationLog({ params, query: {}, signal }),
    revision,
  );
  const [more, setMore] = useState<{ readonly revision: number; readonly pages: readonly Page[] }>();
  const [isBusy, setBusy] = useState(false);
  if (state.kind === 'failed')
    return <ErrorBox title={<Trans>The log did not load</Trans>} onRetry={reload} />;
  if (state.kind === 'loading') return <div className="skeleton m-4 h-24" aria-busy="true" />;
  const pages = [state.value, ...(more?.revision === revision ? more.pages : [])];
  const cursor = pages.at(-1)!.next_cursor;
  const entries = pages.flatMap(({ items }) => items);
  if (entries.length === 0)
    return (
      <Empty title={<Trans>No actions yet</Trans>}>
        <Trans>Every silence, kick, ban and rule change is listed here, with who did it.</Trans>
      </Empty>
    );
  const loadMore = async () => {
    setBusy(true);
    try {
      const page = await api.listModerationLog({ params, query: { ...(cursor && { cursor }) } });
      setMore({ revision, pages: [...pages.slice(1), page] });
    } catch (error) {
      showToast({ content: explainError(error, i18n), appearance: 'error' });
    }
    setBusy(false);
  };
  return (
    <ol className="moderation-body">
      {entries.map(({ id, action, username, by, reason, value, at }) => (
        <li key={id} className="grid gap-1">
          <span>
            <ModerationText action={action} username={username ?? undefined} value={value ?? undefined} />
          </span>
          <span className="small text-ink-3">
            <time dateTime={at}>{formatMoment(Date.parse(at), i18n.locale)}</time> · {by}
            {reason && ` · ${reason}`}
          </span>
        </li>
      ))}
      {cursor && (
        <Button size="small" busy={isBusy} onClick={() => void loadMore()}>
          <Trans>Older</Trans>
        </Button>
      )}
    </ol>
  );
}
