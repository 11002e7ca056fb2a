import type { EffectTools, RoomEffects } from '../../shared/room-module/room-module.ts';
import { loadSharecam } from './load-parts.ts';
import type { SHARECAM_READS, SharecamEvent, SharecamPart } from './sharecam-part.ts';

/** Events only about shared cameras: always followed. */
const ABOUT = /^(?:page\.sharecam-|v3\.(?:sharecam|cam2cam)\.)/u;

const isAbout = (event: SharecamEvent): boolean => {
  if (event.name === 'page.private-asked') return event.payload.sharecam === true;
  if (event.name === 'v3.room.snapshot') return Boolean(event.payload.cam2cam ?? event.payload.sharecam);
  return ABOUT.test(event.name);
};

/** Follows shared cameras by code that comes with the first event about one, and says who would rather not look. */
export function sharecamEffects(
  tools: EffectTools<SharecamPart>,
): RoomEffects<SharecamPart, (typeof SHARECAM_READS)[number]> {
  let code: Awaited<ReturnType<typeof loadSharecam>> | undefined;
  let state = tools.part();
  const waiting: SharecamEvent[] = [];
  const follow = ({ reduceSharecam, tellDeclined }: NonNullable<typeof code>): void => {
    for (const event of waiting.splice(0)) {
      const before = { ...state, isEnabled: tools.part().isEnabled };
      state = reduceSharecam(before, event);
      if (state !== before) tools.dispatch({ name: 'page.sharecam', payload: state });
      if (event.name === 'v3.sharecam.declined' && before.own?.id === event.payload.request_id)
        tellDeclined(event.payload, tools);
    }
  };
  return {
    on(event) {
      if (event.name === 'page.sharecam' || (!code && waiting.length === 0 && !isAbout(event))) return;
      waiting.push(event);
      if (code) return follow(code);
      void loadSharecam().then((loaded) => {
        code = loaded;
        follow(loaded);
      });
    },
  };
}
