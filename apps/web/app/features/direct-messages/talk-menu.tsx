import { IconButton, Menu, MenuItem, MenuLine } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';

export interface TalkMenuProps {
  readonly isBlocked: boolean;
  /** Absent for a deleted account. */
  readonly onBlock?: (isBlocked: boolean) => void;
  readonly onReport?: () => void;
  /** Absent where they are friends or asked already. */
  readonly onAskFriend?: (() => void) | undefined;
  /** Actions on the written messages; absent if there are none. */
  readonly history?: {
    readonly onSearch: () => void;
    readonly onClose: () => void;
    readonly onDelete: () => void;
  };
}

/** What can be done about a conversation. */
export function TalkMenu({ isBlocked, onBlock, onReport, onAskFriend, history }: TalkMenuProps) {
  const { t } = useLingui();
  return (
    <Menu trigger={<IconButton icon="dots-three-bold" label={t`More about this conversation`} />}>
      {onAskFriend && (
        <MenuItem icon="user-plus" onSelect={onAskFriend}>
          <Trans>Add friend</Trans>
        </MenuItem>
      )}
      {history && (
        <>
          <MenuItem icon="magnifying-glass" onSelect={history.onSearch}>
            <Trans>Search here</Trans>
          </MenuItem>
          <MenuItem icon="x" onSelect={history.onClose}>
            <Trans>Close, keep the history</Trans>
          </MenuItem>
          <MenuItem icon="trash" danger onSelect={history.onDelete}>
            <Trans>Delete my copy</Trans>
          </MenuItem>
        </>
      )}
      {onBlock && (
        <>
          {history && <MenuLine />}
          <MenuItem icon="prohibit-bold" danger={!isBlocked} onSelect={() => onBlock(!isBlocked)}>
            {isBlocked ? <Trans>Unblock</Trans> : <Trans>Block</Trans>}
          </MenuItem>
        </>
      )}
      {onReport && (
        <MenuItem icon="flag" onSelect={onReport}>
          <Trans>Report</Trans>
        </MenuItem>
      )}
    </Menu>
  );
}
