import type { Settings } from '@klieg/contract';
import { type FactReader, when } from '#site/platform/events/index.ts';
import { consentLost } from '../consents/index.ts';
import { passwordSet } from '../credentials/index.ts';
import type { AccountStore } from '../identity/index.ts';
import { approvalLost } from '../onboarding/index.ts';
import { type SaveSettings, settingsSaved } from '../settings/index.ts';
import type { BroadcastControl } from './life/broadcast-control.ts';
import { type OfBroadcast, showBegan, showEnded, wentLive, wentOffline } from './life/broadcast-facts.ts';
import type { EndBroadcasts } from './life/end-broadcasts.ts';
import type { FollowerNews } from './follower-news.ts';
import type { KeepPast } from './recordings/keep-past.ts';
import type { Recordings } from './recordings/recordings.ts';

/** Settings that decide who may see the picture. */
const GUARDS: ReadonlySet<keyof Settings> = new Set([
  'cam_password',
  'blocked_countries',
  'blocked_states',
  'block_room_models',
]);

/** What follows from broadcasts and from the settings that concern them, each once, also after a crash. */
export function makeBroadcastReaders(deps: {
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly recordings: Recordings;
  readonly keepPast: Pick<KeepPast, 'onWanted'>;
  readonly broadcasts: BroadcastControl;
  readonly followerNews: FollowerNews;
  readonly endBroadcasts: EndBroadcasts;
  readonly saveSettings: SaveSettings;
}): readonly FactReader[] {
  const { accounts, recordings, broadcasts, followerNews, endBroadcasts } = deps;
  const begin = async ({ accountId, broadcastId }: OfBroadcast): Promise<void> => {
    const account = await accounts.findById(accountId);
    if (account) await recordings.onLive(account, broadcastId);
  };
  return [
    {
      name: 'broadcast.recordings',
      on: [
        when(wentLive, begin),
        when(showBegan, ({ broadcastId }) => recordings.onShow(broadcastId)),
        when(showEnded, async ({ accountId, broadcastId }) => {
          const account = await accounts.findById(accountId);
          if (account) await recordings.onShowEnded(account, broadcastId);
        }),
        when(wentOffline, ({ accountId, broadcastId }) => recordings.onOffline(accountId, broadcastId)),
        when(settingsSaved, async ({ accountId, keys }) => {
          const account = keys.includes('public_recording') ? await accounts.findById(accountId) : undefined;
          if (account) await recordings.onWanted(account);
        }),
      ],
    },
    {
      name: 'broadcast.past',
      on: [
        when(settingsSaved, async ({ accountId, keys }) => {
          const account = keys.includes('dvr_minutes') ? await accounts.findById(accountId) : undefined;
          if (account) await deps.keepPast.onWanted(account);
        }),
      ],
    },
    {
      // People who entered with the old password or before a block must ask for the picture again.
      name: 'broadcast.stream_names',
      on: [
        when(settingsSaved, async ({ accountId, keys }) => {
          const account = keys.some((key) => GUARDS.has(key))
            ? await accounts.findById(accountId)
            : undefined;
          if (account) await broadcasts.rotateName(account);
        }),
      ],
    },
    {
      name: 'broadcast.audio_only',
      on: [
        when(wentOffline, async ({ accountId }) => {
          const account = await accounts.findById(accountId);
          // The next broadcast has a picture again.
          if (account?.settings.audio_only) await deps.saveSettings(accountId, { audio_only: false });
        }),
      ],
    },
    {
      name: 'broadcast.stream_keys',
      on: [when(passwordSet, ({ accountId }) => endBroadcasts.onPasswordSet(accountId))],
    },
    {
      name: 'broadcast.approvals',
      on: [when(approvalLost, ({ accountId }) => endBroadcasts.onApprovalLost(accountId))],
    },
    {
      // Somebody who withdraws consent is not shown anywhere from now on.
      name: 'broadcast.consents',
      on: [
        when(consentLost, async ({ modelId, broadcastIds }) => {
          await recordings.onConsentLost(broadcastIds);
          await endBroadcasts.onConsentLost(modelId, broadcastIds);
        }),
      ],
    },
    {
      name: 'broadcast.follower_news',
      on: [when(wentLive, ({ accountId }, transaction) => followerNews.onLive(accountId, transaction))],
    },
  ];
}
