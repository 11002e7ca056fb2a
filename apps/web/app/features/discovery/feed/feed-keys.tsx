import { Icon, type IconName, joinClasses } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFollow } from '#app/shared/me/follow.ts';
import { useHide } from '../hidden/use-hide.ts';
import type { FeedRoom } from './feed-room.ts';

interface KeyProps {
  readonly icon: IconName;
  readonly label: string;
  readonly isOn?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

function Key({ icon, label, isOn, onPress, children }: KeyProps) {
  return (
    <button
      type="button"
      className={joinClasses('feed-key', isOn && 'feed-key-on')}
      aria-pressed={isOn}
      aria-label={label}
      onClick={onPress}
    >
      <Icon name={icon} size={22} />
      <span>{children}</span>
    </button>
  );
}

export interface FeedKeysProps {
  readonly room: FeedRoom;
  readonly isSoundOn: boolean;
  readonly onSound: () => void;
}

/** Follow, chat, sound and hide, on the picture's right edge. */
export function FeedKeys({ room: { username, name }, isSoundOn, onSound }: FeedKeysProps) {
  const { t } = useLingui();
  const { isFollowing, toggle } = useFollow(username);
  const hide = useHide(username, name);
  return (
    <div className="feed-keys">
      <Key
        icon={isFollowing ? 'heart-fill' : 'heart'}
        label={t`Follow ${name}`}
        isOn={isFollowing}
        onPress={toggle}
      >
        <Trans>Follow</Trans>
      </Key>
      <Link className="feed-key" to={`/${username}`} aria-label={t`Chat with ${name}`}>
        <Icon name="chat-circle-text" size={22} />
        <span>
          <Trans>Chat</Trans>
        </span>
      </Link>
      <Key
        icon={isSoundOn ? 'speaker-high-fill' : 'speaker-slash-fill'}
        label={t`Sound`}
        isOn={isSoundOn}
        onPress={onSound}
      >
        <Trans>Sound</Trans>
      </Key>
      <Key icon="eye-slash" label={t`Hide ${name}`} onPress={hide}>
        <Trans>Hide</Trans>
      </Key>
    </div>
  );
}
