import { formatDayTime } from '@klieg/i18n';
import { joinClasses } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import './support.css';

export interface ShownMessage {
  readonly isOwn: boolean;
  /** Who wrote it, in words. */
  readonly by: string;
  readonly text: string;
  readonly at: string;
}

/** The messages of a conversation, the oldest first. */
export function ThreadMessages({ messages }: { readonly messages: readonly ShownMessage[] }) {
  const { t, i18n } = useLingui();
  return (
    <ol className="support-messages" aria-label={t`Messages`} aria-live="polite">
      {messages.map(({ isOwn, by, text, at }) => (
        <li key={`${at} ${by}`} className={joinClasses('support-message', isOwn && 'is-own')}>
          <span className="small text-ink-2">
            <b>{by}</b> <time dateTime={at}>{formatDayTime(at, i18n.locale)}</time>
          </span>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}
