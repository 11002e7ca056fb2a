import { ConfirmDialog, ContentImage, Dialog } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { ReportDialog } from './report-dialog.tsx';

/** What a conversation asks or shows over itself. */
export type OpenDialog =
  | { readonly kind: 'picture'; readonly url: string }
  | { readonly kind: 'delete'; readonly id: string; readonly isForBoth: boolean }
  | { readonly kind: 'delete-all' }
  | { readonly kind: 'block' }
  | { readonly kind: 'report'; readonly target: { readonly kind: 'pm' | 'profile'; readonly id: string } };

export interface TalkDialogsProps {
  readonly open: OpenDialog;
  readonly displayName: string;
  readonly onDelete: (id?: string) => void;
  readonly onBlock: () => void;
  readonly onClose: () => void;
}

/** The open dialog of a conversation. */
export function TalkDialogs({ open, displayName, onDelete, onBlock, onClose }: TalkDialogsProps) {
  const { t } = useLingui();
  const act = (run: () => void) => () => {
    run();
    onClose();
  };
  switch (open.kind) {
    case 'picture':
      return (
        <Dialog title={<Trans>Picture</Trans>} width={920} onClose={onClose}>
          <ContentImage className="talk-large" src={open.url} alt={t`Picture in this conversation`} />
        </Dialog>
      );
    case 'delete': {
      return (
        <ConfirmDialog
          title={<Trans>Delete this message?</Trans>}
          yes={<Trans>Delete</Trans>}
          onYes={act(() => onDelete(open.id))}
          onClose={onClose}
        >
          {open.isForBoth ? (
            <Trans>It is deleted for both of you.</Trans>
          ) : (
            <Trans>It is deleted only for you; {displayName} keeps it.</Trans>
          )}
        </ConfirmDialog>
      );
    }
    case 'delete-all':
      return (
        <ConfirmDialog
          title={<Trans>Delete your copy of this conversation?</Trans>}
          yes={<Trans>Delete my copy</Trans>}
          onYes={act(() => onDelete())}
          onClose={onClose}
        >
          <Trans>{displayName} keeps their copy. A new message starts a new conversation.</Trans>
        </ConfirmDialog>
      );
    case 'block':
      return (
        <ConfirmDialog
          title={<Trans>Block {displayName}?</Trans>}
          yes={<Trans>Block</Trans>}
          onYes={act(onBlock)}
          onClose={onClose}
        >
          <Trans>
            You get no more messages or requests from them, and are no longer friends. They are not told.
          </Trans>
        </ConfirmDialog>
      );
    case 'report':
      return <ReportDialog target={open.target} onClose={onClose} />;
  }
}
