import { type AccountId, uuidv7 } from '@klieg/kernel';
import { HOUR_MS } from '@klieg/kernel/time';
import { audience, chattingViewers, type DemoPerson } from './demo-people.ts';
import type { DemoPost, DemoStore } from './demo-store.ts';

/** So many of the audience are looked at as members of each club. */
const FANS = 40;

/** What performers write to their members, oldest first. */
const POSTS: readonly Pick<DemoPost, 'level' | 'text'>[] = [
  {
    level: 'supporter',
    text: 'Welcome to the club. I write here twice a week: what I am working on, and when I am live next.',
  },
  {
    level: 'insider',
    text: 'A list for insiders: the ten records that I play when nobody asks for anything. Number four is the one that skips.',
  },
  {
    level: 'legend',
    text: 'For legends: I read all your letters this week. The answer to the question that most of you asked is yes, in spring.',
  },
  {
    level: 'supporter',
    text: 'The lamp in the corner is new. It took three evenings to find a place where it does not shine into the camera.',
  },
  {
    level: 'insider',
    text: 'Rehearsal notes. I slowed the second part down and left the last verse out. Tell me on Sunday whether you miss it.',
  },
  {
    level: 'legend',
    text: 'The set list for Sunday, before anybody else has it: the slow one first, two requests, then whatever the room likes.',
  },
  {
    level: 'supporter',
    text: 'Thank you for last night. Sunday again, at the same time, with tea and a shorter playlist.',
  },
];

/** Fills the fan clubs of the demo with members and posts; a repeat changes nothing. */
export async function seedClubs(
  store: Pick<DemoStore, 'fillClubs'>,
  given: {
    readonly models: readonly DemoPerson[];
    readonly ids: ReadonlyMap<string, AccountId>;
    readonly nowMs: number;
  },
): Promise<void> {
  const { ids, nowMs } = given;
  const clubs: readonly AccountId[] = given.models
    .filter(({ settings }) => settings['fanclub_enabled'] === true)
    .map(({ username }) => ids.get(username)!);
  const members = [...chattingViewers, ...audience.slice(0, FANS)].map(({ username }) => ids.get(username)!);
  const posts = clubs.flatMap((modelId, club) =>
    POSTS.map(({ level, text }, place) => {
      const atMs = nowMs - ((POSTS.length - place) * 70 - club) * HOUR_MS;
      return { id: uuidv7(atMs), modelId, level, text, at: new Date(atMs) };
    }),
  );
  await store.fillClubs({ models: clubs, members, viewer: ids.get('demo_viewer')!, posts });
}
