import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { ClipModule } from '../../features/broadcast/studio/clip-module.tsx';
import { Preview } from '../../features/broadcast/studio/preview.tsx';
import { RecordingModule } from '../../features/broadcast/studio/recording-module.tsx';
import { StandbyModule } from '../../features/broadcast/studio/standby-module.tsx';
import { StudioCounters } from '../../features/broadcast/studio/studio-counters.tsx';
import { StudioHeader } from '../../features/broadcast/studio/studio-header.tsx';
import { StudioNotices } from '../../features/broadcast/studio/studio-notices.tsx';
import { StudioSources } from '../../features/broadcast/studio/studio-sources.tsx';
import { CoPerformersModule } from '../../features/consents/co-performers-module.tsx';
import { SubjectModule } from '../../features/broadcast/studio/subject-module.tsx';
import { useStudio } from '../../features/broadcast/studio/use-studio.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { roomLook } from '../../shared/room/room-look.ts';
import { RoomSlot, RoomViewContext } from '../../shared/room-module/room-slot.tsx';
import { BrandLink } from '../layout/brand-link.tsx';
import { HouseFrame } from './house-frame.tsx';
import { SideTabs } from './side-tabs.tsx';
import { useOwnRoom } from './use-own-room.ts';
import { useRoomPage } from './use-room-page.ts';

/** A performer's studio, depending on what their room shows. */
export function StudioFrame() {
  const isHouse = useMember()?.user.isVoyeurCam ?? false;
  return isHouse ? <HouseFrame /> : <ProgramFrame />;
}

/** The studio: sources left, the program in the middle, the own room's tabs right. Modules fill the slots. */
function ProgramFrame() {
  const room = useOwnRoom();
  const { view } = useRoomPage(room, 'studio');
  const studio = useStudio(room);
  const [isMirrored, setMirrored] = useState(true);
  const { capture, facts, onAir } = studio;
  return (
    <RoomViewContext value={view}>
      <StudioHeader brand={<BrandLink />} studio={studio} />
      <main id="main" className="studio rack">
        <StudioSources studio={studio} isMirrored={isMirrored} onMirrored={setMirrored} />
        <div className="rack studio-program">
          <h1 className="visually-hidden">
            <Trans>Studio</Trans>
          </h1>
          <Preview
            capture={capture.capture}
            isMirrored={isMirrored}
            onAir={onAir}
            room={view && roomLook(view.now.status, null, view.now.hasGroup)}
            onRetry={capture.retry}
          />
          <StudioCounters
            viewers={facts?.viewers ?? 0}
            earnedTokens={facts?.earned_tokens ?? 0}
            since={studio.since}
          >
            <RoomSlot name="studio.counter" />
          </StudioCounters>
          <div className="grid content-start">
            <StudioNotices studio={studio} />
            <div className="studio-first">
              <RoomSlot name="studio.first" />
            </div>
            <SubjectModule subject={studio.subject} />
            <CoPerformersModule named={studio.coPerformers} onNamed={studio.setCoPerformers} />
            <RecordingModule isOnAir={onAir === 'live'} />
            <ClipModule isPublic={onAir === 'live' && view?.now.status === 'online'} />
            <StandbyModule {...studio} />
            <RoomSlot name="studio.module" />
          </div>
        </div>
        <aside className="studio-chat">
          {view ? <SideTabs view={view} /> : <div className="skeleton m-4 h-40" />}
          <RoomSlot name="page" />
        </aside>
      </main>
    </RoomViewContext>
  );
}
