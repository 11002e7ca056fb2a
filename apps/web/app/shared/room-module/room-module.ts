import type { MessageDescriptor } from '@lingui/core';
import type { Room, SiteConfig } from '@klieg/contract';
import { type ComponentType, memo, type ReactNode } from 'react';
import { lazyPart } from '../lazy-part.ts';
import type { Me } from '../me/me-store.ts';
import type { RoomClient } from '../realtime/room-client.ts';
import type { RoomState } from '../room/room-state.ts';
import type { PageEvent, RoomEvent, RoomEventName } from './room-events.ts';

/**
 * The places of the room page and of the studio that modules fill. Only the lower third lies on the picture, along its
 * lower edge; everything else is beside or below it.
 */
export type SlotName =
  | 'stage.lowerThird'
  /** Beside the picture, while there is one and this person may see it. */
  | 'stage.beside'
  /** The row below the picture. */
  | 'stage.bar'
  /** Buttons at the end of that row. */
  | 'bar.action'
  /** Sections below that row, side by side. */
  | 'stage.below'
  /** Buttons at the end of the row of tabs. */
  | 'side.tools'
  /** Rows below the lines of the chat. */
  | 'side.foot'
  /** What the performer must not miss, directly below the program of the studio. */
  | 'studio.first'
  /** Sections below the program of the studio. */
  | 'studio.module'
  /** Figures below the program of the studio. */
  | 'studio.counter'
  /** Dialogs, and what works without being seen. */
  | 'page';

/** What a component in a slot can do. The object is the same until the room's socket changes. */
export interface RoomTools {
  /** The room as its viewers see it, or the performer's own page. */
  readonly place: 'room' | 'studio';
  readonly dispatch: (event: PageEvent) => void;
  /** Undefined before the room's socket exists. */
  readonly client: RoomClient | undefined;
}

/** What a component in a slot is drawn with. */
export interface SlotProps<Part = unknown> {
  /** The module's own part of the page's state. */
  readonly part: Part;
  /** The room as this person may see it: prices, rights, own place. */
  readonly room: Room;
  /** Changes in the room since that answer. */
  readonly now: RoomState;
  readonly me: Me;
  readonly tools: RoomTools;
}

/** One component in a slot, whose code comes with the page (`draw`) or when it is first drawn (`load`). */
export type SlotFill<Part> = {
  /** Several fill one slot in this order, the lowest first. */
  readonly order: number;
  /** Whether it is drawn now; always, when absent. Code that is loaded waits for the first yes. */
  readonly when?: (props: SlotProps<Part>) => boolean;
} & (
  | { readonly draw: ComponentType<SlotProps<Part>> }
  | {
      /** Written as `withTexts(() => import('./x.tsx'))`; the file's default export is the component. */
      readonly load: () => Promise<{ readonly default: ComponentType<SlotProps<Part>> }>;
      /** Stands in its place until the code is there. */
      readonly waiting?: ReactNode;
    }
);

/** One tab beside the picture: the slot's component is its panel. */
export type SideTab<Part> = SlotFill<Part> & {
  readonly id: string;
  readonly title: ComponentType<SlotProps<Part>>;
  readonly className: string;
  /** For the tab itself, if it is only for some widths. */
  readonly tabClassName?: string;
  /** The panel stays in the page while another tab is shown. */
  readonly keep?: boolean;
};

/** What a module fills. */
export type SlotFills<Part> = { readonly [S in SlotName]?: readonly SlotFill<Part>[] } & {
  readonly 'side.tab'?: readonly SideTab<Part>[];
};

/** What the effects of an open room can do; all of it ends with the room. */
export interface EffectTools<Part = unknown> {
  /** The module's part as it is now. */
  readonly part: () => Part;
  readonly dispatch: (event: RoomEvent) => void;
  /** Dispatches later, in milliseconds. */
  readonly after: (ms: number, event: RoomEvent) => void;
  readonly send: RoomClient['send'];
  /** A text in the reader's language. */
  readonly text: (message: MessageDescriptor) => string;
  readonly goTo: (address: string) => void;
  readonly site: () => SiteConfig | undefined;
}

/** What follows from events outside of the state, while one room is open. */
export interface RoomEffects<Part, Name extends RoomEventName> {
  /** Called once for each event that the module reads, after all modules have reduced it. */
  readonly on: (event: RoomEvent<Name>, before: Part, after: Part) => void;
  /** The room is left. */
  readonly stop?: () => void;
}

/** A module as it is written; the types of its part and of its events follow from `start` and `reads`. */
export interface RoomModuleSpec<Key extends string, Part, Name extends RoomEventName> {
  /** The name of its part of the page's state. */
  readonly key: Key;
  /** The events that reach `reduce` and `effects`; all of them when absent. */
  readonly reads?: readonly Name[];
  /** The part as the room's first answer gives it. */
  readonly start: (room: Room) => Part;
  /** Pure. The same part means that nothing has changed. */
  readonly reduce: (part: Part, event: RoomEvent<Name>) => Part;
  readonly effects?: (tools: EffectTools<Part>) => RoomEffects<Part, Name>;
  readonly slots?: SlotFills<Part>;
}

/** A slot's component as it is drawn. */
export interface DrawnFill<Part> {
  readonly order: number;
  readonly when: ((props: SlotProps<Part>) => boolean) | undefined;
  readonly draw: ComponentType<SlotProps<Part>>;
  /** Null for code that comes with the page. */
  readonly waiting: ReactNode;
  readonly isLazy: boolean;
}

/** One capability of the room page: what it keeps, what it does and where it is drawn. */
export interface RoomModule<Key extends string, Part> {
  readonly key: Key;
  readonly start: (room: Room) => Part;
  readonly reduce: (part: Part, event: RoomEvent) => Part;
  readonly effects: (tools: EffectTools<Part>) => {
    readonly on: (event: RoomEvent, before: Part, after: Part) => void;
    readonly stop: () => void;
  };
  readonly fills: readonly (DrawnFill<Part> & { readonly slot: SlotName })[];
  readonly tabs: readonly (DrawnFill<Part> & Omit<SideTab<Part>, 'order' | 'when'>)[];
}

/** For a module without a part of its own: `...noPart`. */
export const noPart = {
  reads: [],
  start: (): null => null,
  reduce: (part: null): null => part,
} satisfies Partial<RoomModuleSpec<string, null, never>>;

/** Components are drawn again only when what they are drawn with has changed. */
const drawn = <Part>(fill: SlotFill<Part>): DrawnFill<Part> => ({
  order: fill.order,
  when: fill.when,
  draw: memo('draw' in fill ? fill.draw : lazyPart(fill.load)),
  waiting: 'draw' in fill ? null : fill.waiting,
  isLazy: !('draw' in fill),
});

/** Makes a module of the room page; the list of all is `shell/room/room-modules.ts`. */
export function defineRoomModule<const Key extends string, Part, Name extends RoomEventName>(
  spec: RoomModuleSpec<Key, Part, Name>,
): RoomModule<Key, Part> {
  const names: ReadonlySet<string> | undefined = spec.reads && new Set(spec.reads);
  const isRead = (event: RoomEvent): event is RoomEvent<Name> => !names || names.has(event.name);
  const { 'side.tab': tabs = [], ...slots } = spec.slots ?? {};
  return {
    key: spec.key,
    start: spec.start,
    reduce: (part, event) => (isRead(event) ? spec.reduce(part, event) : part),
    effects: (tools) => {
      const effects = spec.effects?.(tools);
      return {
        on: (event, before, after) => {
          if (effects && isRead(event)) effects.on(event, before, after);
        },
        stop: () => effects?.stop?.(),
      };
    },
    fills: fillsOf(slots),
    tabs: tabs.map((tab) => ({ ...tab, ...drawn(tab) })),
  };
}

function fillsOf<Part>(slots: { readonly [S in SlotName]?: readonly SlotFill<Part>[] }) {
  const found: (DrawnFill<Part> & { readonly slot: SlotName })[] = [];
  let slot: SlotName;
  for (slot in slots) for (const fill of slots[slot] ?? []) found.push({ slot, ...drawn(fill) });
  return found;
}
