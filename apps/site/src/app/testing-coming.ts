import type { Payload } from '@klieg/contract';
import type { VisitorSocket } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';

type News = 'v3.chat.user_joined' | 'v3.chat.user_left';

/**
 * How a page that looks at the list is told that somebody came or went after `from` (index in `received`):
 * the event, or undefined where the whole list came in its place, as it does once a minute.
 */
export const toldOf = <N extends News>(
  page: VisitorSocket,
  name: N,
  username: string,
  from: number,
): Promise<Payload<N> | undefined> =>
  eventually(() => {
    const after = page.received.slice(from);
    const isAboutThem = ({ user }: Payload<News>) => user.username === username;
    const event = after.find(
      (message) => message.name === name && isAboutThem(message.payload as Payload<News>),
    );
    if (!event && !after.some((message) => message.name === 'v3.chat.user_list'))
      throw new Error(`nobody was told of ${username}: ${after.map((message) => message.name).join(', ')}`);
    return event?.payload as Payload<N> | undefined;
  });

/**
 * Lets somebody come in until every witness was told of it by the event; they leave and come again where a
 * list was sent in its place. @param isGone whether the room has forgotten who left
 */
export async function comeUntilTold(coming: {
  readonly username: string;
  readonly witnesses: readonly VisitorSocket[];
  readonly enter: () => Promise<VisitorSocket>;
  readonly isGone: () => boolean;
}): Promise<VisitorSocket> {
  const { username, witnesses } = coming;
  for (;;) {
    const from = witnesses.map(({ received }) => received.length);
    const page = await coming.enter();
    const told = await Promise.all(
      witnesses.map((witness, at) => toldOf(witness, 'v3.chat.user_joined', username, from[at]!)),
    );
    if (told.every((event) => event !== undefined)) return page;
    page.close();
    await eventually(() => {
      if (!coming.isGone()) throw new Error(`${username} is still in the room`);
    });
  }
}
