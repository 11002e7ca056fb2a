import type { CardAction } from '@klieg/contract';
import { Button, Menu, MenuItem, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { api } from '#app/shared/api/client.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';

type Sanction = 'silence' | 'kick' | 'ban';

export interface SanctionControlProps {
  readonly action: CardAction;
  readonly room: string;
  readonly username: string;
  /** It was done: the card is closed. */
  readonly onDone: () => void;
}

const SILENCE_MINUTES = [10, 60, 1_440] as const;
const BAN_MINUTES = [60, 1_440, 10_080] as const;

/** The control of a sanction on somebody's card; undefined for other actions. */
export function SanctionControl({ action, room, username, onDone }: SanctionControlProps) {
  const { t, i18n } = useLingui();
  const params = { username: room };
  const tell = (error: unknown) => showToast({ content: explainError(error, i18n), appearance: 'error' });
  const act = (sanction: Sanction, minutes?: number) =>
    void api
      .moderate({ params, body: { username, action: sanction, ...(minutes && { minutes }) } })
      .then(onDone, tell);
  const length = (minutes: number) =>
    minutes < 60
      ? t`${minutes} minutes`
      : minutes < 1_440
        ? t`1 hour`
        : minutes < 10_080
          ? t`1 day`
          : t`7 days`;

  switch (action) {
    case 'silence':
      return (
        <Menu
          align="start"
          trigger={
            <Button size="small" icon="speaker-slash">
              <Trans>Silence</Trans>
            </Button>
          }
        >
          {SILENCE_MINUTES.map((minutes) => (
            <MenuItem key={minutes} onSelect={() => act('silence', minutes)}>
              {length(minutes)}
            </MenuItem>
          ))}
          <MenuItem onSelect={() => act('silence')}>
            <Trans>Until lifted</Trans>
          </MenuItem>
        </Menu>
      );
    case 'kick':
      return (
        <Button size="small" icon="sign-out" onClick={() => act('kick')}>
          <Trans>Kick</Trans>
        </Button>
      );
    case 'ban':
      return (
        <Menu
          align="start"
          trigger={
            <Button size="small" icon="prohibit-bold">
              <Trans>Ban</Trans>
            </Button>
          }
        >
          {BAN_MINUTES.map((minutes) => (
            <MenuItem key={minutes} onSelect={() => act('ban', minutes)}>
              {length(minutes)}
            </MenuItem>
          ))}
          <MenuItem danger onSelect={() => act('ban')}>
            <Trans>Permanently</Trans>
          </MenuItem>
        </Menu>
      );
    case 'moderator':
      return (
        <Button
          size="small"
          icon="shield-check"
          onClick={() =>
            void api.setModerator({ params, body: { username, moderator: true } }).then(onDone, tell)
          }
        >
          <Trans>Make moderator</Trans>
        </Button>
      );
    default:
      return null;
  }
}
