import { formatDay } from '@klieg/i18n';
import {
  Avatar,
  Button,
  buttonClass,
  Dialog,
  ErrorBox,
  FactList,
  IconButton,
  LevelShape,
  Popover,
  Tag,
  TokenAmount,
  type UserLevel,
} from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFollow } from '../../shared/me/follow.ts';
import { useMe } from '../../shared/me/me-store.ts';
import { NoteField } from './note-field.tsx';
import { TipsOfPerson } from './tips-of-person.tsx';
import { type CardAnswer, useCard } from './use-card.ts';
import './people.css';

/** Whose card it is, as the list or the line that was pressed knows them. */
export interface CardSubject {
  readonly username: string;
  readonly displayName: string;
  readonly level: UserLevel;
  readonly isGuest: boolean;
  readonly isModel: boolean;
}

export type CardAction = CardAnswer['actions'][number];

export interface UserCardProps {
  readonly subject: CardSubject;
  /** The element that was pressed. */
  readonly anchor: Element;
  /** The room in which the card was opened. */
  readonly room?: string;
  /** The control of an action that the reader may do, by the feature that it belongs to. */
  readonly actionFor?: (action: CardAction, subject: CardSubject) => ReactNode;
  readonly onClose: () => void;
}

/** Widths at which the card is a sheet from the bottom. */
const PHONE = '(max-width: 720px)';

function Roles({ roles }: { readonly roles: CardAnswer['role_in_room'] }) {
  return roles.map((role) => {
    switch (role) {
      case 'moderator':
        return (
          <Tag key={role} tone="info" icon="shield-check">
            <Trans>Moderator</Trans>
          </Tag>
        );
      case 'silenced':
        return (
          <Tag key={role} tone="warn">
            <Trans>Silenced</Trans>
          </Tag>
        );
      case 'kicked':
        return (
          <Tag key={role} tone="bad">
            <Trans>Kicked</Trans>
          </Tag>
        );
      case 'banned':
        return (
          <Tag key={role} tone="bad">
            <Trans>Banned</Trans>
          </Tag>
        );
    }
  });
}

function Facts({ card }: { readonly card: CardAnswer }) {
  const { i18n } = useLingui();
  const { user, joined_at: joinedAt } = card;
  const facts = [
    ...(joinedAt
      ? [{ label: <Trans>Member since</Trans>, value: formatDay(Date.parse(joinedAt), i18n.locale) }]
      : []),
    ...(user.recentTips > 0
      ? [
          {
            label: <Trans>Tips of the last hour</Trans>,
            value: <TokenAmount amountTokens={user.recentTips} />,
          },
        ]
      : []),
    ...(user.tokens > 0
      ? [{ label: <Trans>Tokens</Trans>, value: <TokenAmount amountTokens={user.tokens} /> }]
      : []),
  ];
  return facts.length > 0 && <FactList facts={facts} />;
}

function FollowButton({ username }: { readonly username: string }) {
  const { isFollowing, toggle } = useFollow(username);
  return (
    <Button
      size="small"
      icon={isFollowing ? 'heart-fill' : 'heart'}
      aria-pressed={isFollowing}
      onClick={toggle}
    >
      {isFollowing ? <Trans>Following</Trans> : <Trans>Follow</Trans>}
    </Button>
  );
}

/** As high as most cards are, with facts, two rows of controls and the note, so that nothing moves when it is read. */
const Waiting = ({ isWhole }: { readonly isWhole: boolean }) => (
  <output className="user-card-known" aria-busy="true" data-whole={isWhole || undefined}>
    <span className="skeleton h-9" />
    {isWhole && (
      <>
        <span className="skeleton user-card-controls" />
        <span className="skeleton h-26" />
      </>
    )}
  </output>
);

function Known({ subject, room, actionFor }: Pick<UserCardProps, 'subject' | 'room' | 'actionFor'>) {
  const me = useMe();
  const state = useCard(subject.username, room);
  const isSelf = me.kind === 'member' && me.current.user.username === subject.username;
  const isWhole = !isSelf && !subject.isGuest;
  if (state.kind === 'loading') return <Waiting isWhole={isWhole} />;
  if (state.kind === 'gone')
    return (
      <p className="small text-ink-2">
        <Trans>This person’s card no longer exists.</Trans>
      </p>
    );
  if (state.kind === 'failed')
    return (
      <ErrorBox title={<Trans>The card did not load</Trans>} onRetry={state.retry}>
        <Trans>Nothing was lost.</Trans>
      </ErrorBox>
    );
  const { card } = state;
  const controls = actionFor
    ? card.actions.flatMap((action) => {
        const control = actionFor(action, subject);
        return control ? [<span key={action}>{control}</span>] : [];
      })
    : [];
  return (
    <div className="user-card-known" data-whole={isWhole || undefined}>
      {card.role_in_room.length > 0 && (
        <div className="flex flex-wrap gap-1">
          <Roles roles={card.role_in_room} />
        </div>
      )}
      <Facts card={card} />
      {isWhole && (
        <>
          {(card.user.is_model || controls.length > 0) && (
            <div className="user-card-controls">
              {card.user.is_model && <FollowButton username={subject.username} />}
              {card.user.is_model && (
                <Link className={buttonClass({ size: 'small' })} to={`/${subject.username}/bio`}>
                  <Trans>About</Trans>
                </Link>
              )}
              {controls}
            </div>
          )}
          <NoteField username={subject.username} />
          {/* Loaded separately, and last: late content must not move something about to be pressed. */}
          <TipsOfPerson username={subject.username} />
        </>
      )}
      {subject.isGuest && controls.length > 0 && <div className="flex flex-wrap gap-2">{controls}</div>}
    </div>
  );
}

function Body(props: Pick<UserCardProps, 'subject' | 'room' | 'actionFor'>) {
  const me = useMe();
  // Cards are for members; a guest sees who it is and the way in.
  if (me.kind !== 'member')
    return (
      <p className="small text-ink-2">
        <Trans>Log in to follow people and to keep notes about them.</Trans>
      </p>
    );
  return <Known {...props} />;
}

function Title({ subject }: { readonly subject: CardSubject }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <LevelShape level={subject.level} />
      <span className="truncate">{subject.displayName}</span>
    </span>
  );
}

/** The card of a person: beside the name with a pointer, a sheet from the bottom on phones. */
export default function UserCard({ subject, anchor, onClose, ...rest }: UserCardProps) {
  const { t } = useLingui();
  if (matchMedia(PHONE).matches)
    return (
      <Dialog title={<Title subject={subject} />} onClose={onClose}>
        <Body subject={subject} {...rest} />
      </Dialog>
    );
  return (
    <Popover anchor={anchor} label={t`Card of ${subject.displayName}`} onClose={onClose}>
      <div className="user-card">
        <div className="flex items-center gap-3">
          <Avatar src={null} name={subject.displayName} size={40} />
          <div className="grid min-w-0 grow">
            <b className="truncate">
              <Title subject={subject} />
            </b>
            <span className="small truncate text-ink-3">
              {subject.isGuest ? <Trans>Guest</Trans> : `@${subject.username}`}
            </span>
          </div>
          <IconButton icon="x" label={t`Close`} onClick={onClose} />
        </div>
        <Body subject={subject} {...rest} />
      </div>
    </Popover>
  );
}
