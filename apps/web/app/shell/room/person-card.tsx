import { Suspense, useCallback } from 'react';
import UserCard from '../../features/people/user-card.tsx';
import { levelOf } from '../../features/room-chat/people/person.ts';
import { withTexts } from '../../shared/language/with-texts.ts';
import { lazyPart } from '../../shared/lazy-part.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import type { OpenCard } from './person-card-module.tsx';

const CardActionControl = lazyPart(withTexts(() => import('./card-action-control.tsx')));

/** The card of a person pressed in the list or a line. */
export default function PersonCard({ part, room, tools }: SlotProps<OpenCard>) {
  const { dispatch } = tools;
  const close = useCallback(() => dispatch({ name: 'page.card-closed', payload: {} }), [dispatch]);
  if (!part) return null;
  const { person, anchor } = part;
  const { username } = room.user;
  return (
    <UserCard
      key={person.username}
      subject={{
        username: person.username,
        displayName: person.displayName ?? person.username,
        level: levelOf(person),
        isGuest: person.isGuest,
        isModel: person.isModel,
      }}
      anchor={anchor}
      room={username}
      actionFor={(action, subject) => (
        // Of its own: the card stays open while the code of its actions comes.
        <Suspense fallback={null}>
          <CardActionControl action={action} room={username} username={subject.username} onDone={close} />
        </Suspense>
      )}
      onClose={close}
    />
  );
}
