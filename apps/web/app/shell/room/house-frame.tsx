import { Trans } from '@lingui/react/macro';
import { SubjectModule } from '../../features/broadcast/studio/subject-module.tsx';
import { useSubject } from '../../features/broadcast/studio/use-subject.ts';
import { RoomSlot, RoomViewContext } from '../../shared/room-module/room-slot.tsx';
import { BrandLink } from '../layout/brand-link.tsx';
import { SideTabs } from './side-tabs.tsx';
import { useOwnRoom } from './use-own-room.ts';
import { useRoomPage } from './use-room-page.ts';
import '../../features/broadcast/studio/studio.css';

/** The studio of a voyeur room: no program of its own, its cameras are switched one by one. */
export function HouseFrame() {
  const room = useOwnRoom();
  const { view } = useRoomPage(room, 'studio');
  const subject = useSubject(room);
  const isOpen = view?.now.status === 'online';
  return (
    <RoomViewContext value={view}>
      <header className="site-header studio-header" data-on-air={isOpen}>
        <BrandLink />
        <output className="on-air">
          <i />
          {isOpen ? <Trans>On air</Trans> : <Trans>Off air</Trans>}
        </output>
        <span className="grow" />
      </header>
      <main id="main" className="studio rack" data-house="true">
        <div className="studio-program">
          <h1 className="visually-hidden">
            <Trans>Studio</Trans>
          </h1>
          <div className="grid content-start">
            <RoomSlot name="studio.first" />
            <SubjectModule subject={subject} />
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
