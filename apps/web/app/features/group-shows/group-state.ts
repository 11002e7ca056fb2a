import type { GroupEvent, GroupPart, GroupTick, GroupTold } from './group-part.ts';

/** A show as announced; without a statement, whether one is in it stays (W14). Another show starts afresh. */
function withTold(part: GroupPart, told: GroupTold | null | undefined): GroupPart {
  if (!told?.show_id) return part.told === null ? part : { ...part, told: null, tick: null };
  const known = part.told?.show_id === told.show_id ? part.told : undefined;
  return {
    ...part,
    told: {
      ...told,
      is_in: told.is_in ?? known?.is_in ?? false,
      started_at: told.started_at ?? known?.started_at ?? null,
    },
    tick: known ? part.tick : null,
  };
}

/** The full state also contains what a tick would tell. */
const tickOf = (told: (GroupTold & Partial<GroupTick>) | undefined): GroupTick | null =>
  told?.seconds === undefined
    ? null
    : { ...told, seconds: told.seconds, tokens_charged: told.tokens_charged ?? 0 };

/** What one event changes. */
export function reduceGroup(part: GroupPart, event: GroupEvent): GroupPart {
  switch (event.name) {
    case 'page.group':
      return event.payload;
    case 'page.loaded':
      return withTold(part, event.payload.groupShow);
    case 'page.group-told':
      return withTold(part, event.payload);
    case 'page.group-result': {
      const isThis = part.told?.show_id === event.payload.show_id;
      const told = isThis && part.told ? { ...part.told, is_in: false } : part.told;
      return { ...part, told, tick: isThis ? null : part.tick, result: event.payload };
    }
    case 'page.group-read':
      return { ...part, result: null };
    case 'v3.room.snapshot': {
      const told = event.payload.groupShow as (GroupTold & Partial<GroupTick>) | undefined;
      const next = withTold(part, told);
      return next.told ? { ...next, tick: tickOf(told) ?? next.tick } : next;
    }
    case 'v3.group.update':
      if (event.payload.show_id === part.overId) return part;
      return { ...withTold(part, event.payload), result: event.payload.is_in ? null : part.result };
    case 'v3.group.end':
      return { ...part, told: null, tick: null, overId: event.payload.show_id };
    case 'v3.group.tick':
      return event.payload.show_id === part.told?.show_id ? { ...part, tick: event.payload } : part;
  }
}
