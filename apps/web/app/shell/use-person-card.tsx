import { DialogWaiting } from '@klieg/ui';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { levelOf, type Person } from '../features/room-chat/person.ts';
import type { OnPerson } from '../features/room-chat/user-list.tsx';
import { withTexts } from '../shared/language/with-texts.ts';
import { lazyPart } from '../shared/lazy-part.ts';

const CardActionControl = lazyPart(withTexts(() => import('./card-action-control.tsx')));
const UserCard = lazyPart(withTexts(() => import('../features/people/user-card.tsx')));

/** The card of whoever was pressed in a room, from the list or a line; its code comes with the first. */
export function usePersonCard(room: string): { readonly open: OnPerson; readonly element: ReactNode } {
  const [opened, setOpened] = useState<{ readonly person: Person; readonly anchor: Element }>();
  const open = useCallback<OnPerson>((person, anchor) => setOpened({ person, anchor }), []);
  const close = useCallback(() => setOpened(undefined), []);
  const element = opened && (
    <Suspense fallback={<DialogWaiting />}>
      <UserCard
        key={opened.person.username}
        subject={{
          username: opened.person.username,
          displayName: opened.person.displayName ?? opened.person.username,
          level: levelOf(opened.person),
          isGuest: opened.person.isGuest,
          isModel: opened.person.isModel,
        }}
        anchor={opened.anchor}
        room={room}
        actionFor={(action, subject) => (
          // Of its own: the card stays open while the code of its actions comes.
          <Suspense fallback={null}>
            <CardActionControl action={action} room={room} username={subject.username} onDone={close} />
          </Suspense>
        )}
        onClose={close}
      />
    </Suspense>
  );
  return { open, element };
}
