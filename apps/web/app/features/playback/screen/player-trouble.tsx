import { StateBadge } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import type { PlayerState } from '../player/player-state.ts';
import { PlayerWords } from './player-words.tsx';

/** Message over the picture when the player itself has a problem; nothing while it plays. */
export function PlayerTrouble({ state }: { readonly state: PlayerState }) {
  switch (state.kind) {
    case 'playing':
      return null;
    case 'loading':
    case 'stalled':
      return <output className="player-spinner spinner" aria-busy="true" />;
    case 'reconnecting':
      return (
        <>
          <output className="player-spinner spinner" aria-busy="true" />
          <div className="player-words">
            <StateBadge look="reconnecting" />
          </div>
        </>
      );
    case 'ended':
      return <PlayerWords title={<Trans>The picture has ended</Trans>} />;
    case 'refused':
      return (
        <PlayerWords title={<Trans>The picture is not available to you now</Trans>}>
          <Trans>The chat stays open.</Trans>
        </PlayerWords>
      );
    case 'unsupported':
      return (
        <PlayerWords title={<Trans>This browser cannot play the picture</Trans>}>
          <Trans>A newer version or another browser may work.</Trans>
        </PlayerWords>
      );
  }
}
