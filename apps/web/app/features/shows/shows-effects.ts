import type { EffectTools, RoomEffects } from '../../shared/room-module/room-module.ts';
import type { RoomEvent, RoomEventName } from '../../shared/room-module/room-events.ts';
import { handGrant } from '../../shared/room/handed-grant.ts';
import { loadShowParts } from './load-parts.ts';
import type { ShowEvent, ShowsPart } from './shows-part.ts';

/** Events only about shows: always followed. */
const ABOUT_SHOWS =
  /^(?:page\.(?:show-|private-|request|spying|spied)|v3\.(?:private|spy)\.|v3\.preloader|v3\.chat\.model_s)/u;

/** Whether an event changes what is known of shows; only some snapshots and answers of the room do. */
function isAboutShows(event: RoomEvent): boolean {
  switch (event.name) {
    case 'page.loaded':
      return event.payload.privateStats !== null || event.payload.mode === 'spy';
    case 'v3.room.snapshot': {
      const { privateStats, privateDiscount, requests, spy } = event.payload;
      return Boolean(privateStats ?? privateDiscount ?? requests ?? spy);
    }
    default:
      return ABOUT_SHOWS.test(event.name);
  }
}

const ALSO_READ: ReadonlySet<RoomEventName> = new Set(['page.loaded', 'v3.room.snapshot', 'v3.chat.update']);

/**
 * Follows shows with code that loads at the first event about one: it reduces events in order, puts the result into the
 * page's state and announces what has happened.
 */
export function showEffects(tools: EffectTools<ShowsPart>): RoomEffects<ShowsPart, RoomEventName> {
  let code: Awaited<ReturnType<typeof loadShowParts>> | undefined;
  let state = tools.part();
  const waiting: ShowEvent[] = [];
  const follow = ({ reduceShows, tellShow }: NonNullable<typeof code>) => {
    for (const heard of waiting.splice(0)) {
      const before = state;
      state = reduceShows(before, heard);
      if (state !== before) tools.dispatch({ name: 'page.shows', payload: state });
      const event = heard.name === 'page.show-told' ? heard.payload : heard;
      tellShow({ event, before, after: state, tools });
    }
  };
  return {
    on: (event) => {
      // A free look has no seat in the show: its right to play only comes here.
      if (
        event.name === 'v3.stream.token' &&
        event.payload.mode === 'spy' &&
        state.spy?.preview_seconds !== 0
      )
        return handGrant(event.payload);
      if (!isAboutShows(event) && !(code && ALSO_READ.has(event.name))) return undefined;
      waiting.push(event as ShowEvent);
      if (code) return follow(code);
      void loadShowParts().then((loaded) => {
        code = loaded;
        follow(loaded);
      });
      return undefined;
    },
  };
}
