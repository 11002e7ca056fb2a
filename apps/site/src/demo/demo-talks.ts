import { demoModels } from './demo-people.ts';

/** One thing that somebody of the demo wrote to somebody else. */
export interface Said {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly minutesAgo: number;
  /** The receiver has not read it yet. */
  readonly isUnread?: boolean;
}

const DAY = 1_440;
const [first, second, third] = demoModels().map(({ username }) => username) as [string, string, string];

/** Friends of the demo; the last word says who of them still waits. */
export const demoFriends: readonly (readonly [asker: string, asked: string, status: 'agreed' | 'waits'])[] = [
  ['demo_viewer', 'mattias_r', 'agreed'],
  ['elena_k', 'demo_viewer', 'agreed'],
  ['demo_viewer', 'demo_model', 'agreed'],
  ['demo_viewer', first, 'agreed'],
  ['otter_lamp', 'demo_viewer', 'waits'],
  ['demo_viewer', 'kaffee_kurt', 'waits'],
];

const talk = (one: string, two: string, ...lines: [who: 1 | 2, minutesAgo: number, text: string][]): Said[] =>
  lines.map(([who, minutesAgo, text]) => ({
    from: who === 1 ? one : two,
    to: who === 1 ? two : one,
    text,
    minutesAgo,
  }));

const unread = (said: Said): Said => ({ ...said, isUnread: true });

/** What they wrote, oldest first. */
export const demoTalks: readonly Said[] = [
  ...talk(
    'demo_viewer',
    first,
    [2, 2 * DAY + 40, 'You asked which tuning the second song is in. Open D, capo two.'],
    [1, 2 * DAY + 20, 'Now it makes sense. I had the third string wrong for a year.'],
    [2, DAY + 30, 'Then tonight you play along. I start at nine, side B first.'],
    [1, DAY + 10, 'I will be there.'],
  ),
  ...talk('demo_viewer', first, [2, 12, 'Somebody made a capo joke on air and I thought of you.']).map(
    unread,
  ),
  ...talk(
    'demo_viewer',
    'mattias_r',
    [2, 3 * DAY, 'Did you see the vinyl evening?'],
    [1, 3 * DAY - 5, 'The last half hour. The blue record is from Porto.'],
    [2, 3 * DAY - 9, 'Of course it is.'],
  ),
  ...talk(
    'demo_viewer',
    'elena_k',
    [1, 5 * DAY, 'See you on Sunday for the chess room?'],
    [2, 5 * DAY - 60, 'Yes, I bring questions.'],
  ),
  ...talk('demo_viewer', 'elena_k', [2, 95, 'Moved to eight o’clock, is that fine?']).map(unread),
  ...talk(
    'demo_viewer',
    'demo_model',
    [1, 4 * DAY, 'Thank you for the show yesterday.'],
    [2, 4 * DAY - 30, 'Thank you for being there.'],
  ),
  ...talk(
    'demo_viewer',
    second,
    [2, 6 * DAY, 'The recipe of the evening: two lemons, not three.'],
    [1, 6 * DAY - 8, 'That explains my face.'],
  ),
  ...talk(
    'demo_viewer',
    third,
    [1, 8 * DAY, 'Which paper do you use for the portraits?'],
    [2, 8 * DAY - 200, 'Hot pressed, 300 grams. It forgives.'],
  ),
];
