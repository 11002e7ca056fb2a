import { formatMoment } from '@klieg/i18n';
import { Icon, IconButton, Input } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { Answer } from '../../shared/api/answers.ts';
import { api } from '../../shared/api/client.ts';

const WAIT_MS = 250;
const WORDS_MIN = 2;

/** Finds messages of one conversation by their words. */
export function TalkSearch({
  username,
  onClose,
}: {
  readonly username: string;
  readonly onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const [words, setWords] = useState('');
  const [answer, setAnswer] = useState<{
    readonly words: string;
    readonly found: Answer<'readConversation'>['items'] | 'failed';
  }>();
  const wanted = words.trim().slice(0, 64);
  // An answer for other words is ignored.
  const found = answer?.words === wanted ? answer.found : undefined;
  useEffect(() => {
    if (wanted.length < WORDS_MIN) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      api
        .readConversation({ params: { username }, query: { q: wanted }, signal: stop.signal })
        .then(({ items }) => setAnswer({ words: wanted, found: items }))
        .catch(() => stop.signal.aborted || setAnswer({ words: wanted, found: 'failed' }));
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [username, wanted]);
  return (
    <section className="talk-found" aria-label={t`Search here`}>
      <div className="flex items-center gap-1 p-2">
        <Input
          ref={field}
          label={t`Words in a message`}
          placeholder={t`Words in a message`}
          value={words}
          maxLength={64}
          prefix={<Icon name="magnifying-glass" size={16} />}
          className="grow"
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
        />
        <IconButton icon="x" label={t`Close search`} onClick={onClose} />
      </div>
      <output className="talk-found-list block">
        {found === 'failed' && (
          <p className="small p-3 text-ink-2">
            <Trans>The search did not work. Try again.</Trans>
          </p>
        )}
        {Array.isArray(found) && found.length === 0 && (
          <p className="small p-3 text-ink-2">
            <Trans>No message contains these words.</Trans>
          </p>
        )}
        {Array.isArray(found) &&
          found.map((item) => (
            <p key={item.id} className="list-row">
              <span className="grow">
                <b>{item.from === username ? item.from : <Trans>You</Trans>}</b> {item.text}
              </span>
              <span className="small figure text-ink-3">{formatMoment(item.at, i18n.locale)}</span>
            </p>
          ))}
      </output>
    </section>
  );
}
