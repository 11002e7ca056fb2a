import { DialogWaiting, IconButton } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import { withTexts } from '../../shared/language/with-texts.ts';
import { lazyPart } from '../../shared/lazy-part.ts';
import { defineRoomModule, noPart, type SlotProps } from '../../shared/room-module/room-module.ts';

const load = withTexts(() => import('../../features/direct-messages/report-dialog.tsx'));
const ReportDialog = lazyPart(async () => ({ default: (await load()).ReportDialog }));

/** Reports the room with its picture at the press; a person who needs it should not have to search for it. */
export function ReportButton({ room, className }: Pick<SlotProps, 'room'> & { readonly className?: string }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<{ readonly still: string | undefined }>();
  const press = async () => {
    const loaded = await import('../../shared/room/present-still.ts').catch(() => undefined);
    // A report without its picture is better than none.
    setOpen({ still: loaded?.presentStill() });
  };
  return (
    <>
      <IconButton
        icon="flag"
        label={t`Report this room`}
        {...(className && { className })}
        onClick={() => void press()}
      />
      {open && (
        <Suspense fallback={<DialogWaiting />}>
          <ReportDialog
            target={{ kind: 'room', id: room.user.username }}
            still={open.still}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

const InBar = ({ room }: SlotProps) => <ReportButton room={room} className="max-tablet:hidden" />;
const InTabs = ({ room }: SlotProps) => <ReportButton room={room} className="tablet:hidden" />;

const isElses = ({ room, tools }: SlotProps): boolean => tools.place === 'room' && !room.viewer.is_owner;

/** The way to the moderators, for everybody but whose room it is. */
export const reportModule = defineRoomModule({
  key: 'report',
  ...noPart,
  slots: {
    'bar.action': [{ order: 60, draw: InBar, when: isElses }],
    // On phones the actions fill their row without it; a second one would be taken of the chat.
    'side.tools': [{ order: 5, draw: InTabs, when: isElses }],
  },
});
