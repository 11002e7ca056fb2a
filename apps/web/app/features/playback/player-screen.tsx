import { Button, StateBadge, TokenAmount } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { openModal } from '../../shared/modal/modal-store.ts';
import type { DisplayStatus } from './display-status.ts';
import type { PlayerState } from './mse-player.ts';

export interface ScreenPerson {
  readonly name: string;
  readonly avatar: ReactNode;
  readonly ticketTokens: number | null;
}

function Words({
  avatar,
  title,
  children,
  actions,
}: {
  readonly avatar?: ReactNode;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <div className="player-words">
      <div className="flex items-center gap-3">
        {avatar}
        <div>
          <h2 className="text-t4">{title}</h2>
          {children && <p className="text-ink-2">{children}</p>}
        </div>
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}

const joinOrLogIn = (
  <>
    <Button kind="key" size="large" onClick={() => openModal('signup', { reason: 'watch' })}>
      <Trans>Join free</Trans>
    </Button>
    <Button kind="line" size="large" onClick={() => openModal('login', { reason: 'watch' })}>
      <Trans>Log in</Trans>
    </Button>
  </>
);

/** What stands where the picture would be, for every display status but `online`. */
export function PlayerScreen({
  status,
  person,
}: {
  readonly status: DisplayStatus;
  readonly person: ScreenPerson;
}) {
  const { name, avatar, ticketTokens } = person;
  switch (status) {
    case 'online':
      return null;
    case 'user_error':
      return <Words title={<Trans>This room could not be loaded</Trans>} />;
    case 'user_loading':
      return <span className="player-spinner spinner" />;
    case 'password_required':
      return (
        <Words avatar={avatar} title={<Trans>This room has a password</Trans>}>
          <Trans>{name} gives it to invited viewers.</Trans>
        </Words>
      );
    case 'offline':
      return (
        <Words avatar={avatar} title={<Trans>{name} is offline</Trans>}>
          <Trans>Follow, and you see it when the room opens again.</Trans>
        </Words>
      );
    case 'guest_overlay':
      return (
        <Words avatar={avatar} title={<Trans>Keep watching {name}</Trans>} actions={joinOrLogIn}>
          <Trans>Guests see two minutes. Joining is free and brings you back here.</Trans>
        </Words>
      );
    case 'cc_required':
      return (
        <Words
          avatar={avatar}
          title={<Trans>A card on file is needed</Trans>}
          actions={
            <Button kind="key" size="large" onClick={() => openModal('tokens', {})}>
              <Trans>Buy tokens</Trans>
            </Button>
          }
        >
          <Trans>The first purchase puts it there. Nothing is charged for watching.</Trans>
        </Words>
      );
    case 'connected':
      return (
        <div className="player-words">
          <StateBadge look="reconnecting" />
          <p className="text-ink-2">
            <Trans>The picture is on its way.</Trans>
          </p>
        </div>
      );
    case 'limited':
      return (
        <Words avatar={avatar} title={<Trans>{name} is in a ticket show</Trans>}>
          {ticketTokens === null ? (
            <Trans>The room opens again when it ends.</Trans>
          ) : (
            <TokenAmount amountTokens={ticketTokens} />
          )}
        </Words>
      );
    case 'private':
      return (
        <Words avatar={avatar} title={<Trans>{name} is in a private show</Trans>}>
          <Trans>The room opens again when it ends. The chat stays open.</Trans>
        </Words>
      );
    case 'standby':
      return (
        <Words avatar={avatar} title={<Trans>{name} is on standby</Trans>}>
          <Trans>Ready for a private, without a public picture.</Trans>
        </Words>
      );
  }
}

/** What is said over the picture while the player itself has a reason; nothing while it plays. */
export function PlayerTrouble({ state }: { readonly state: PlayerState }) {
  switch (state.kind) {
    case 'playing':
      return null;
    case 'loading':
    case 'stalled':
      return <output className="player-spinner spinner" aria-busy="true" />;
    case 'reconnecting':
      return (
        <div className="player-words">
          <StateBadge look="reconnecting" />
        </div>
      );
    case 'ended':
      return <Words title={<Trans>The picture has ended</Trans>} />;
    case 'refused':
      return (
        <Words title={<Trans>The picture is not available to you now</Trans>}>
          <Trans>The chat stays open.</Trans>
        </Words>
      );
    case 'unsupported':
      return (
        <Words title={<Trans>This browser cannot play the picture</Trans>}>
          <Trans>A newer version or another browser can.</Trans>
        </Words>
      );
  }
}
