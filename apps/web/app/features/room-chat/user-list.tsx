import { Icon, Input, LevelShape, TokenAmount } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ChatState } from './chat-state.ts';
import { levelOf } from './person.ts';

/** People in the room in the server's order: those with tokens and recent tips first. */
export function UserList({ people }: { readonly people: ChatState['people'] }) {
  const { t } = useLingui();
  const [wanted, setWanted] = useState('');
  if (!people)
    return (
      <output className="small block p-4 text-ink-3">
        <Trans>Loading who is here</Trans>
      </output>
    );
  const found = people.list.filter(({ username }) =>
    username.toLowerCase().includes(wanted.trim().toLowerCase()),
  );
  const unseen = people.count - people.list.length;
  return (
    <div className="user-list">
      <div className="px-3 pb-2">
        <Input
          label={t`Find a viewer`}
          placeholder={t`Find a viewer`}
          value={wanted}
          prefix={<Icon name="magnifying-glass" size={16} />}
          onChange={(event) => setWanted(event.target.value)}
        />
      </div>
      <ul>
        {found.map((person) => (
          <li key={person.username} className="user-list-row">
            <LevelShape level={levelOf(person)} />
            <span className="strong grow truncate">{person.displayName ?? person.username}</span>
            {person.recentTips > 0 && (
              <span className="small text-ink-2">
                <TokenAmount amountTokens={person.recentTips} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className="small px-4 text-ink-2">
          <Trans>Nobody of that name is here.</Trans>
        </p>
      )}
      {unseen > 0 && !wanted && (
        <p className="small px-4 text-ink-2">
          <Plural value={unseen} one="and # more viewer" other="and # more viewers" />
        </p>
      )}
      <p className="small px-4 py-3 text-ink-3">
        <Trans>Those with tokens first, then by tips of the last hour. Updates every 5 seconds.</Trans>
      </p>
    </div>
  );
}
