import type { Room } from '@klieg/contract';
import { Button, StateBadge, TokenAmount } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, Suspense } from 'react';
import { openModal } from '#app/shared/modal/modal-store.ts';
import type { DisplayStatus } from './display-status.ts';
import { OfflineActions, PasswordForm } from '../lazy-parts.ts';
import { PlayerWords } from './player-words.tsx';

export interface ScreenPerson {
  readonly name: string;
  readonly avatar: ReactNode;
  readonly ticketTokens: number | null;
}

export interface PlayerScreenProps {
  readonly username: string;
  readonly status: DisplayStatus;
  readonly person: ScreenPerson;
  /** The room has been on the air and waits for its model. */
  readonly isReconnecting: boolean;
  /** The room's password was passed: the room as it is now. */
  readonly onRoom?: ((room: Room) => void) | undefined;
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

const reload = (
  <Button icon="arrow-clockwise" onClick={() => location.reload()}>
    <Trans>Try now</Trans>
  </Button>
);

function Connected({ name, isReconnecting }: { readonly name: string; readonly isReconnecting: boolean }) {
  return (
    <>
      <output className="player-spinner spinner" aria-busy="true" />
      <div className="player-words">
        {isReconnecting && <StateBadge look="reconnecting" />}
        <p className="text-ink-2">
          {isReconnecting ? (
            <Trans>The video resumes when {name} is back.</Trans>
          ) : (
            <Trans>The video is loading.</Trans>
          )}
        </p>
      </div>
    </>
  );
}

function PasswordWanted({
  username,
  person,
  onRoom,
}: Pick<PlayerScreenProps, 'username' | 'person' | 'onRoom'>) {
  const { name, avatar } = person;
  return (
    <PlayerWords
      avatar={avatar}
      title={<Trans>This room has a password</Trans>}
      actions={
        <Suspense fallback={<span className="player-password" />}>
          <PasswordForm key={username} username={username} onPassed={(room) => onRoom?.(room)} />
        </Suspense>
      }
    >
      <Trans>{name} shares it with invited viewers.</Trans>
    </PlayerWords>
  );
}

function GuestOverlay({ person }: Pick<PlayerScreenProps, 'person'>) {
  const { name, avatar } = person;
  return (
    <PlayerWords
      avatar={avatar}
      title={<Trans>Keep watching {name}</Trans>}
      actions={joinOrLogIn}
      foot={<Trans>Sound and chat continue; only the picture is paused.</Trans>}
    >
      <Trans>Guests see two minutes. Joining is free and brings you back here.</Trans>
    </PlayerWords>
  );
}

const Offline = ({ person: { name, avatar } }: Pick<PlayerScreenProps, 'person'>) => (
  <PlayerWords
    avatar={avatar}
    title={<Trans>{name} is offline</Trans>}
    actions={
      <Suspense fallback={<span className="h-11" />}>
        <OfflineActions />
      </Suspense>
    }
  >
    <Trans>Follow to be notified when the room opens again.</Trans>
  </PlayerWords>
);

const CardWanted = ({ avatar }: Pick<ScreenPerson, 'avatar'>) => (
  <PlayerWords
    avatar={avatar}
    title={<Trans>A card on file is needed</Trans>}
    actions={
      <Button kind="key" size="large" onClick={() => openModal('tokens', {})}>
        <Trans>Buy tokens</Trans>
      </Button>
    }
  >
    <Trans>Your first purchase saves one. Nothing is charged for watching.</Trans>
  </PlayerWords>
);

const AgeWanted = ({ avatar }: Pick<ScreenPerson, 'avatar'>) => (
  <PlayerWords
    avatar={avatar}
    title={<Trans>Verify your age to watch</Trans>}
    actions={
      <Button kind="key" size="large" onClick={() => openModal('age-check', {})}>
        <Trans>Verify my age</Trans>
      </Button>
    }
  >
    <Trans>The law where you are requires it, once.</Trans>
  </PlayerWords>
);

/** Shown in place of the picture, for every display status but `online` (S210). */
export function PlayerScreen({ username, status, person, isReconnecting, onRoom }: PlayerScreenProps) {
  const { name, avatar, ticketTokens } = person;
  switch (status) {
    case 'online':
      return null;
    case 'user_error':
      return (
        <PlayerWords title={<Trans>This room could not be loaded</Trans>} actions={reload}>
          <Trans>Nothing was charged. It may work in a moment.</Trans>
        </PlayerWords>
      );
    case 'user_loading':
      return <output className="player-spinner spinner" aria-busy="true" />;
    case 'password_required':
      return <PasswordWanted username={username} person={person} onRoom={onRoom} />;
    case 'offline':
      return <Offline person={person} />;
    case 'guest_overlay':
      return <GuestOverlay person={person} />;
    case 'age_required':
      return <AgeWanted avatar={avatar} />;
    case 'cc_required':
      return <CardWanted avatar={avatar} />;
    case 'connected':
      return <Connected name={name} isReconnecting={isReconnecting} />;
    case 'limited':
      return (
        <PlayerWords
          avatar={avatar}
          title={
            // Without a ticket to buy it is a group show: joining is offered below the picture.
            ticketTokens === null ? (
              <Trans>{name} is in a group show</Trans>
            ) : (
              <Trans>{name} is in a ticket show</Trans>
            )
          }
        >
          {ticketTokens === null ? (
            <Trans>The room opens again when it ends.</Trans>
          ) : (
            <TokenAmount amountTokens={ticketTokens} />
          )}
        </PlayerWords>
      );
    case 'private':
      return (
        <PlayerWords avatar={avatar} title={<Trans>{name} is in a private show</Trans>}>
          <Trans>The room opens again when it ends. The chat stays open.</Trans>
        </PlayerWords>
      );
    case 'standby':
      return (
        <PlayerWords avatar={avatar} title={<Trans>{name} is on standby</Trans>}>
          <Trans>Ready for a private, no public video.</Trans>
        </PlayerWords>
      );
  }
}
