import { formatTimeOfDay } from '@klieg/i18n';
import { Icon, joinClasses, LevelShape, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { memo, Suspense } from 'react';
import { withTexts } from '#app/shared/language/with-texts.ts';
import { lazyPart } from '#app/shared/lazy-part.ts';
import { tipTier } from '#app/shared/tip-tier.ts';
import { ModerationText } from '../moderation/moderation-text.tsx';
import type { ChatEntry, TextEntry } from '../state/chat-entry.ts';
import type { LineActs } from './line-acts.tsx';
import { LineText } from './line-text.tsx';
import { useTranslation } from './use-translation.ts';
import { mentions } from './mention-rules.ts';
import { moveInLine } from './move-in-line.ts';
import { levelOf, type Person, readPerson } from '../people/person.ts';
import type { OnPerson } from '../people/user-list.tsx';

// Guests, who may do nothing with lines, do not load their buttons.
const LineActsBar = lazyPart(withTexts(() => import('./line-acts.tsx')));
const LineTranslation = lazyPart(withTexts(() => import('./line-translation.tsx')));

const hasActs = (acts: LineActs): boolean => Object.values(acts).some(Boolean);

function Name({ person, onPerson }: { readonly person: Person; readonly onPerson: OnPerson }) {
  return (
    <>
      <LevelShape level={levelOf(person)} />
      <button
        type="button"
        className="message-name"
        tabIndex={-1}
        onKeyDown={moveInLine}
        onClick={(event) => onPerson(person, event.currentTarget)}
      >
        <b>{person.displayName ?? person.username}</b>
      </button>
    </>
  );
}

function TipLine({
  entry,
  senderName,
  onPerson,
}: {
  readonly entry: Extract<ChatEntry, { kind: 'tip' }>;
  readonly senderName: string | undefined;
  readonly onPerson: OnPerson;
}) {
  const { sender } = entry;
  const named = { username: sender, ...(senderName !== undefined && { display_name: senderName }) };
  return (
    <div className={`message message-tip message-tip-${tipTier(entry.amountTokens)}`}>
      <TokenAmount amountTokens={entry.amountTokens} />
      <span>
        {sender ? (
          <button
            type="button"
            className="message-name"
            tabIndex={-1}
            onClick={(event) => onPerson(readPerson(named), event.currentTarget)}
          >
            <b>{senderName ?? sender}</b>
          </button>
        ) : (
          <b>
            <Trans>Someone</Trans>
          </b>
        )}{' '}
        <span className="message-tip-note">
          {entry.item !== undefined && (
            <>
              <Trans>bought “{entry.item}”</Trans>{' '}
            </>
          )}
          {entry.comment || (entry.item === undefined && <Trans>tipped</Trans>)}
        </span>
      </span>
    </div>
  );
}

function TextLine({
  entry,
  own,
  onPerson,
  acts,
}: {
  readonly entry: TextEntry;
  readonly own: string | undefined;
  readonly onPerson: OnPerson;
  readonly acts: LineActs;
}) {
  const { i18n } = useLingui();
  const { person, text, style, at, isHighlighted } = entry;
  const isOwn = own !== undefined && person.username === own;
  const { translation, ask, hide } = useTranslation(entry.id, isOwn ? undefined : acts.translate);
  const isToMe = !isOwn && own !== undefined && mentions(text, own);
  return (
    <div
      className={joinClasses(
        'message',
        person.isModel && 'message-model',
        person.isGuest && 'message-guest',
        isOwn && 'message-own',
        isToMe && 'message-to-me',
        isHighlighted && 'message-highlight',
      )}
    >
      <time className="message-time" dateTime={new Date(at).toISOString()}>
        {formatTimeOfDay(at, i18n.locale)}
      </time>
      {isHighlighted && (
        <span className="message-mark">
          <Icon name="sparkle" size={14} />
          <span className="visually-hidden">
            <Trans>Highlighted</Trans>{' '}
          </span>
        </span>
      )}
      <Name person={person} onPerson={onPerson} /> <LineText text={text} style={style} own={own} />
      {translation && (
        <Suspense fallback={null}>
          <LineTranslation translation={translation} onHide={hide} />
        </Suspense>
      )}
      {hasActs(acts) && (
        <Suspense fallback={null}>
          <LineActsBar entry={entry} isOwn={isOwn} acts={acts} onTranslate={ask} />
        </Suspense>
      )}
    </div>
  );
}

/** Lines of the system that the page says in the reader's language. */
function SystemText({ entry }: { readonly entry: Extract<ChatEntry, { kind: 'system' }> }) {
  switch (entry.code) {
    case 'private_started':
    case 'private_by_sound':
      return (
        <>
          <b>
            <Trans>YOU ARE NOW IN A PRIVATE</Trans>
          </b>{' '}
          {entry.code === 'private_by_sound' && (
            <span>
              <Trans>Sound only: the camera is off.</Trans>
            </span>
          )}
        </>
      );
    case 'line_held':
      return <Trans>A message waits for review.</Trans>;
    case 'room_open':
      return <Trans>The room is open.</Trans>;
    default:
      return entry.text;
  }
}

export interface ChatLineProps {
  readonly entry: ChatEntry;
  /** Username of the reader, whose own lines have a quiet surface. */
  readonly own: string | undefined;
  /** How the sender of a tip is called in lines; absent where that is not known. */
  readonly senderName?: string | undefined;
  readonly onPerson: OnPerson;
  /** The reader's actions on lines; the same object while they do not change. */
  readonly acts?: LineActs;
}

const NOTHING: LineActs = {};

/** One line of the chat; names and texts are text, never markup. */
export const ChatLine = memo(function ChatLine(props: ChatLineProps) {
  const { entry, own, senderName, onPerson, acts = NOTHING } = props;
  switch (entry.kind) {
    case 'tip':
      return <TipLine entry={entry} senderName={senderName} onPerson={onPerson} />;
    case 'text':
      return <TextLine entry={entry} own={own} onPerson={onPerson} acts={acts} />;
    case 'system':
      return (
        <div className="message message-system">
          <SystemText entry={entry} />
        </div>
      );
    case 'sound': {
      const { username, sound } = entry;
      return (
        <div className="message message-system">
          <Trans>
            {username} plays: {sound}
          </Trans>
        </div>
      );
    }
    case 'presence':
      return (
        <div className="message message-system">
          {entry.isHere ? (
            <Trans>{entry.username} has joined</Trans>
          ) : (
            <Trans>{entry.username} has left</Trans>
          )}
        </div>
      );
    case 'moderation':
      return (
        <div className="message message-moderation">
          <Icon name="shield-check" size={16} />
          <span>
            <ModerationText action={entry.action} username={entry.username} value={entry.value} />
          </span>
        </div>
      );
  }
});
