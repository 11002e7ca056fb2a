import type { ModerationAction } from '@klieg/contract';
import { Trans } from '@lingui/react/macro';

export interface ModerationTextProps {
  readonly action: ModerationAction;
  /** Absent where the reader may not know whom it is about. */
  readonly username?: string | undefined;
  readonly value?: number | undefined;
}

/** Actions in the room, in the reader's language. */
export function ModerationText({ action, username, value = 0 }: ModerationTextProps) {
  const name = username;
  switch (action) {
    case 'ban':
      return name ? <Trans>{name} has been banned</Trans> : <Trans>A user has been banned</Trans>;
    case 'unban':
      return name ? <Trans>{name} has been unbanned</Trans> : <Trans>A user has been unbanned</Trans>;
    case 'kick':
      return name ? <Trans>{name} has been kicked</Trans> : <Trans>A user has been kicked</Trans>;
    case 'silence':
      return name ? <Trans>{name} has been silenced</Trans> : <Trans>A user has been silenced</Trans>;
    case 'unsilence':
      return name ? <Trans>{name} may write again</Trans> : <Trans>A user may write again</Trans>;
    case 'moderator':
      return name ? (
        <Trans>{name} has been made a moderator</Trans>
      ) : (
        <Trans>A user has been made a moderator</Trans>
      );
    case 'unmoderator':
      return name ? (
        <Trans>{name} is no longer a moderator</Trans>
      ) : (
        <Trans>A user is no longer a moderator</Trans>
      );
    case 'clear':
      return <Trans>The chat has been cleared</Trans>;
    case 'delete_message':
      return <Trans>A message has been removed</Trans>;
    case 'slow_mode':
      return value > 0 ? (
        <Trans>Slow mode: one message every {value} s</Trans>
      ) : (
        <Trans>Slow mode is off</Trans>
      );
    case 'shield':
      return value > 0 ? <Trans>Shield mode is on</Trans> : <Trans>Shield mode is off</Trans>;
  }
}
