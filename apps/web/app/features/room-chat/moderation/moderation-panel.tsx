import { Count, Segments } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '#app/shared/api/client.ts';
import { useLoaded } from '#app/shared/use-loaded.ts';
import { ModerationLog } from './moderation-log.tsx';
import { ReviewList } from './review-list.tsx';
import { SanctionList } from './sanction-list.tsx';
import { ShieldForm } from './shield-form.tsx';
import './moderation.css';

export interface ModerationPanelProps {
  /** The room that is moderated. */
  readonly room: string;
  readonly isOwner: boolean;
  /** Grows with everything that was done in the room, so that lists are read again. */
  readonly revision: number;
}

type View = 'shield' | 'review' | 'people' | 'log';

/** A moderator's tools: the shield, pending decisions, sanctions, the log. */
export function ModerationPanel({ room, isOwner, revision }: ModerationPanelProps) {
  const { t } = useLingui();
  const [view, setView] = useState<View>('shield');
  const params = { username: room };
  const held = useLoaded(room, (signal) => api.listHeldLines({ params, signal }), revision);
  const requests = useLoaded(
    room,
    (signal) => api.listUnbanRequests({ params, query: {}, signal }),
    revision,
  );
  const waiting =
    (held.state.kind === 'ready' ? held.state.value.held.length : 0) +
    (requests.state.kind === 'ready' ? requests.state.value.items.length : 0);
  return (
    <div className="moderation">
      <Segments
        full
        value={view}
        onChange={setView}
        label={t`Moderation`}
        options={[
          { value: 'shield', text: <Trans>Shield</Trans> },
          {
            value: 'review',
            text: (
              <>
                <Trans>Review</Trans> {waiting > 0 && <Count hot>{waiting}</Count>}
              </>
            ),
          },
          { value: 'people', text: <Trans>People</Trans> },
          { value: 'log', text: <Trans>Log</Trans> },
        ]}
      />
      {view === 'shield' && <ShieldForm room={room} />}
      {view === 'review' && <ReviewList room={room} held={held} requests={requests} />}
      {view === 'people' && <SanctionList room={room} isOwner={isOwner} revision={revision} />}
      {view === 'log' && <ModerationLog room={room} revision={revision} />}
    </div>
  );
}
