/*
 * Which code comes in one file of the build. What every page runs is one file: smaller, and fetched faster, than fifty
 * of half a kilobyte. `scripts/code-groups.test.ts` sees to it that each name is one of a file that is there.
 */

export interface CodeGroup {
  readonly name: string;
  /** Files without their ending, or folders that end with a slash, from the app or package on. */
  readonly files: readonly string[];
  /** A group with a higher number takes what both name. */
  readonly priority: number;
}

const of = (folder: string, names: string): readonly string[] =>
  names.split(' ').map((name) => `${folder}/${name}`);

export const codeGroups: readonly CodeGroup[] = [
  {
    name: 'site',
    files: [
      'app/root',
      'app/routes/browse-route',
      ...of('app/shell', 'layout/site-layout layout/page-handle extras/page-extras'),
      ...of('app/shared', 'track session/start-session me/follow me/must-verify-age room/room-look'),
      ...of('app/shared', 'errors/explain-error errors/report-error language/with-texts'),
      'app/features/discovery/cards/live-card',
      ...of('ui/src/components', 'avatar bar card chip dialog-waiting empty state-badge tag'),
      'ui/src/toast/show-toast',
      'contract/src/tipping/limits',
    ],
    priority: 4,
  },
  // What the home page and its sections share with an own home page, which comes later.
  {
    name: 'browse',
    files: [
      'app/shell/frames/browse-frame',
      ...of('app/features/discovery', 'lists/browse-page lists/browse-bar home/room-row'),
      ...of('app/features/discovery/custom-home', 'home-layout home-skeleton own-home'),
    ],
    priority: 2,
  },
  // Comes to every page after the first paint.
  { name: 'realtime', files: ['app/shared/realtime/', 'packages/codec/', 'kernel/src/ids'], priority: 3 },
  // What rooms share with the studio, the inbox and what opens over them.
  {
    name: 'parts',
    files: [
      ...of('ui/src/components', 'tabs segments notice fact-list latency-pill level-shape lower-third'),
      'i18n/src/format-time',
      ...of('app/shared', 'local-store me/ignored forms/use-submit-type tip-tier'),
      'app/features/discovery/lists/viewed-rooms',
      'app/features/playback/controls/use-rendition-name',
      ...of('app/features/room-chat', 'lines/line-text lines/chat-line moderation/moderation-text'),
    ],
    priority: 2,
  },
  // What a room with a goal brings; forms of the studio are apart.
  {
    name: 'goal',
    files: of('app/features/room-games', 'goal-third goal-view goal-parts use-goal-sound'),
    priority: 2,
  },
  {
    name: 'player',
    files: [
      ...of('app/features/playback', 'open/open-room-player player/start-playing mse/mse-player'),
      ...of('app/features/playback', 'controls/use-sound grant/play-address'),
    ],
    priority: 1,
  },
];

/** True for the path of a file that the group names. */
export const isInGroup = ({ files }: CodeGroup, path: string): boolean =>
  files.some((name) => path.includes(`/${name}${name.endsWith('/') ? '' : '.'}`));
