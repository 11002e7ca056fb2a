import type { EffectTools, RoomEffects } from '../../shared/room-module/room-module.ts';
import type { GROUP_READS, GroupEvent, GroupPart } from './group-part.ts';
import { loadGroup } from './load-group.ts';

/** Whether an event concerns a group show, when none is known. */
const isAbout = ({ name, payload }: GroupEvent): boolean =>
  name === 'page.loaded' || name === 'v3.room.snapshot'
    ? Boolean(payload.groupShow)
    : name.startsWith('v3.group') || name.startsWith('page.group-');

/** Follows group shows by code that comes with the first event about one. */
export function groupEffects(
  tools: EffectTools<GroupPart>,
): RoomEffects<GroupPart, (typeof GROUP_READS)[number]> {
  let code: Awaited<ReturnType<typeof loadGroup>> | undefined;
  let state = tools.part();
  const waiting: GroupEvent[] = [];
  const follow = ({ reduceGroup }: NonNullable<typeof code>): void => {
    for (const event of waiting.splice(0)) {
      const before = state;
      state = reduceGroup(before, event);
      if (state !== before) tools.dispatch({ name: 'page.group', payload: state });
    }
  };
  return {
    on(event) {
      if (event.name === 'page.group') return;
      if (!code && waiting.length === 0 && !state.told && !isAbout(event)) return;
      waiting.push(event);
      if (code) return follow(code);
      void loadGroup().then((loaded) => {
        code = loaded;
        follow(loaded);
      });
    },
  };
}
