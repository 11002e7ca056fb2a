import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import type { ShowsPart } from '../shows-part.ts';
import { ElsewhereStrip } from './elsewhere-strip.tsx';
import { MeterStrip } from './meter-strip.tsx';
import { NewsStrip } from './news-strip.tsx';
import { SpyStrip } from './spy-strip.tsx';
import { ConnectingStrip, WaitingStrip } from './waiting-strip.tsx';
import '../shows.css';

/** What a viewer sees below the picture: a request, a show, or somebody else's private. */
export default function ShowStrip(props: SlotProps<ShowsPart>) {
  const { part, now } = props;
  const [request] = part.requests;
  const isInside = now.mode === 'private' && part.show !== null;
  return (
    <>
      {part.news && !isInside && <NewsStrip {...props} news={part.news} />}
      {now.mode === 'spy' ? (
        <SpyStrip {...props} />
      ) : isInside ? (
        <MeterStrip {...props} show={part.show} />
      ) : part.starting !== null || now.mode === 'private' ? (
        <ConnectingStrip {...props} />
      ) : request ? (
        <WaitingStrip {...props} request={request} />
      ) : (
        (now.status === 'private' || part.place) && <ElsewhereStrip {...props} />
      )}
    </>
  );
}
