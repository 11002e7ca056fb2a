import { Button, Icon, Input, LevelShape, moveInRow, Segments, TokenAmount } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useState } from 'react';
import type { ListSort, PeopleList } from './people-list.ts';
import { levelOf, type Person } from './person.ts';

/** A shorter list is read at a glance. */
const SEARCH_FROM = 12;

/** Opens a person's card beside the pressed element. */
export type OnPerson = (person: Person, anchor: Element) => void;

/** Whether the reader may see who is here (CHAT-039, F7). */
export type ListAccess = 'open' | 'guest' | 'hidden';

export interface UserListProps {
  /** Null until the first list arrives. */
  readonly people: PeopleList | null;
  readonly access: ListAccess;
  readonly sort: ListSort;
  readonly onSort: (sort: ListSort) => void;
  readonly onPerson: OnPerson;
  /** A guest pressed: ask to join. */
  readonly onGuest: () => void;
}

const moveFocus = (event: KeyboardEvent<HTMLElement>): void =>
  moveInRow(event, 'ul', '.user-list-row', 'focus');

interface RowProps {
  readonly person: Person;
  readonly onPerson: OnPerson;
  readonly isFirst: boolean;
}

function Row({ person, onPerson, isFirst }: RowProps) {
  return (
    <li>
      <button
        type="button"
        className="user-list-row"
        // The list is one stop of the tab key.
        tabIndex={isFirst ? 0 : -1}
        onKeyDown={moveFocus}
        onClick={(event) => onPerson(person, event.currentTarget)}
      >
        <LevelShape level={levelOf(person)} />
        <span className="strong grow truncate">{person.displayName ?? person.username}</span>
        {person.invisibleLevel > 0 && (
          <span className="small text-ink-3">
            <Trans>Hidden from viewers</Trans>
          </span>
        )}
        {person.recentTips > 0 && (
          <span className="small text-ink-2">
            <TokenAmount amountTokens={person.recentTips} />
          </span>
        )}
      </button>
    </li>
  );
}

function Closed({ access, onGuest }: Pick<UserListProps, 'access' | 'onGuest'>) {
  if (access === 'hidden')
    return (
      <p className="small p-4 text-ink-2">
        <Trans>The performer keeps the list of viewers private in this room.</Trans>
      </p>
    );
  return (
    <div className="grid gap-3 p-4">
      <p className="small text-ink-2">
        <Trans>Only members can see who is here. Joining is free and brings you back here.</Trans>
      </p>
      <Button size="small" onClick={onGuest}>
        <Trans>Join free</Trans>
      </Button>
    </div>
  );
}

function Waiting() {
  return (
    <output className="grid gap-2 p-4" aria-busy="true">
      <span className="visually-hidden">
        <Trans>Loading who is here</Trans>
      </span>
      {Array.from({ length: 6 }, (_, row) => (
        <span key={row} className="skeleton h-6" />
      ))}
    </output>
  );
}

/** People in the room in the server's order, by tokens or by name; a press opens a person's card. */
export function UserList({ people, access, sort, onSort, onPerson, onGuest }: UserListProps) {
  const { t } = useLingui();
  const [wanted, setWanted] = useState('');
  if (access !== 'open') return <Closed access={access} onGuest={onGuest} />;
  if (!people) return <Waiting />;
  const found = people.list.filter((person) =>
    `${person.username} ${person.displayName ?? ''}`.toLowerCase().includes(wanted.trim().toLowerCase()),
  );
  const unseen = people.count - people.list.length;
  return (
    <div className="user-list">
      <div className="grid gap-2 px-3 pb-2">
        <Segments
          full
          label={t`List order`}
          value={sort}
          onChange={onSort}
          options={[
            { value: 'tokens', text: <Trans>By tokens</Trans> },
            { value: 'username', text: <Trans>By name</Trans> },
          ]}
        />
        {(people.list.length > SEARCH_FROM || wanted !== '') && (
          <Input
            label={t`Find a viewer`}
            placeholder={t`Find a viewer`}
            value={wanted}
            prefix={<Icon name="magnifying-glass" size={16} />}
            onChange={(event) => setWanted(event.target.value)}
          />
        )}
      </div>
      <ul aria-label={t`Viewers`}>
        {found.map((person, place) => (
          <Row key={person.username} person={person} isFirst={place === 0} onPerson={onPerson} />
        ))}
      </ul>
      {found.length === 0 && (
        <p className="small px-4 text-ink-2">
          {wanted ? <Trans>Nobody by that name is here.</Trans> : <Trans>Nobody shows up here yet.</Trans>}
        </p>
      )}
      {unseen > 0 && !wanted && (
        <p className="small px-4 pt-2 text-ink-2">
          <Plural value={unseen} one="and # more viewer" other="and # more viewers" />
        </p>
      )}
      <p className="small px-4 py-3 text-ink-3">
        {sort === 'tokens' ? (
          <Trans>
            By tokens in steps (10,000, 1,000, 100, 1), then by tips of the last hour. Updates every 5
            seconds.
          </Trans>
        ) : (
          <Trans>By name. Updates every 5 seconds.</Trans>
        )}
      </p>
    </div>
  );
}
