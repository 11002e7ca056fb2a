import { formatCount } from '@klieg/i18n';
import { Avatar, Button, ErrorBox, Field, Input } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useDeferredValue, useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { useLoaded } from '#app/shared/use-loaded.ts';
import type { CoShowPress } from './use-co-show-press.ts';

const TERM_MAX = 30;

/** Performers who may be asked: live ones by name, or somebody in the studio by their full name. */
export function PartnerFinder({
  press,
  onClose,
}: {
  readonly press: CoShowPress;
  readonly onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const [term, setTerm] = useState('');
  const q = useDeferredValue(term.trim());
  const { state, reload } = useLoaded(q, (signal) => lateApi.findCoShowPartners({ query: { q }, signal }));
  const partners = state.kind === 'ready' ? state.value.partners : undefined;
  const ask = (username: string) => void press.ask(username).then((isDone) => isDone && onClose());
  return (
    <div className="grid gap-3">
      <Field label={t`Performer`} hint={t`Without a name: friends and performers you follow who are live.`}>
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
        <ErrorBox title={<Trans>The performers did not load</Trans>} onRetry={reload}>
          <Trans>Please try again.</Trans>
        </ErrorBox>
      )}
      {partners?.length === 0 &&
        (q === '' ? (
          <p className="text-ink-2">
            <Trans>None of them is live now. Type a name.</Trans>
          </p>
        ) : (
          <p className="text-ink-2">
            <Trans>
              Nobody by that name is live. Performers in their studio can be asked by their full name.
            </Trans>
          </p>
        ))}
      {partners && partners.length > 0 && (
        <ul className="co-show-people">
          {partners.map(({ username, displayName, avatarUrl, subject, viewers }) => (
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
                busy={press.busy === username}
                aria-label={t`Ask ${displayName}`}
                onClick={() => ask(username)}
              >
                <Trans>Ask</Trans>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {partners?.length === 0 && q.length >= 3 && (
          <Button busy={press.busy === q} onClick={() => ask(q)}>
            <Trans>Ask {q}</Trans>
          </Button>
        )}
        <Button kind="line" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </div>
  );
}
