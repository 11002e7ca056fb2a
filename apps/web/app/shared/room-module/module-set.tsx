import type { Room } from '@klieg/contract';
import { type ReactNode, Suspense } from 'react';
import type { RoomEvent } from './room-events.ts';
import type { DrawnFill, EffectTools, RoomModule, SlotName, SlotProps } from './room-module.ts';

/** Modules by key. A duplicate key, or one that is not the module's own, does not compile. */
export type ModuleList<Parts> = { readonly [K in keyof Parts]: RoomModule<K & string, Parts[K]> };

/** What everything on the page renders with: the parts of all modules, and shared data. */
export type PageProps<Parts> = Omit<SlotProps, 'part'> & { readonly parts: Parts };

/** A tab as it is drawn now. */
export interface DrawnTab {
  readonly id: string;
  readonly title: ReactNode;
  readonly panel: ReactNode;
  readonly className: string;
  readonly tabClassName: string | undefined;
  readonly keep: boolean;
}

/** The effects of all modules for one open room. */
export interface PageEffects<Parts> {
  readonly on: (event: RoomEvent, before: Parts, after: Parts) => void;
  readonly stop: () => void;
}

export interface EffectPorts<Parts> extends Omit<EffectTools, 'part'> {
  readonly parts: () => Parts;
  /** Gets errors thrown by an effect; the effects of other modules continue. */
  readonly report: (error: unknown) => void;
}

/** All modules as one: the page's state, what follows from events, and what each slot shows. */
export interface ModuleSet<Parts> {
  readonly start: (room: Room) => Parts;
  /** One event is one update; the same object means that nothing has changed. */
  readonly reduce: (parts: Parts, event: RoomEvent) => Parts;
  readonly effects: (ports: EffectPorts<Parts>) => PageEffects<Parts>;
  readonly draw: (slot: SlotName, page: PageProps<Parts>) => ReactNode[];
  readonly tabs: (page: PageProps<Parts>) => DrawnTab[];
}

type Drawing<Parts, Result> = (page: PageProps<Parts>) => Result | undefined;
interface Placed<Parts, Result> {
  readonly order: number;
  readonly draw: Drawing<Parts, Result>;
}

/** A module whose part is looked up in the page's parts, so that one list can contain modules of different types. */
interface BoundModule<Parts> {
  readonly start: (parts: Parts, room: Room) => Parts;
  readonly reduce: (parts: Parts, event: RoomEvent) => Parts;
  readonly effects: (ports: EffectPorts<Parts>) => PageEffects<Parts>;
  readonly fills: readonly (Placed<Parts, ReactNode> & { readonly slot: SlotName })[];
  readonly tabs: readonly Placed<Parts, DrawnTab>[];
}

const element = <Part,>(
  { draw: Draw, isLazy, waiting }: DrawnFill<Part>,
  id: string,
  props: SlotProps<Part>,
) =>
  isLazy ? (
    <Suspense key={id} fallback={waiting}>
      <Draw {...props} />
    </Suspense>
  ) : (
    <Draw key={id} {...props} />
  );

function bind<Parts, K extends keyof Parts & string>(module: RoomModule<K, Parts[K]>): BoundModule<Parts> {
  const { key } = module;
  const propsOf = ({ parts, ...shared }: PageProps<Parts>): SlotProps<Parts[K]> => ({
    part: parts[key],
    ...shared,
  });
  const placed = <Result,>(
    { order, when }: DrawnFill<Parts[K]>,
    draw: (props: SlotProps<Parts[K]>) => Result,
  ): Placed<Parts, Result> => ({
    order,
    draw: (page) => {
      const props = propsOf(page);
      return when && !when(props) ? undefined : draw(props);
    },
  });
  return {
    start: (parts, room) => ({ ...parts, [key]: module.start(room) }),
    reduce: (parts, event) => {
      const next = module.reduce(parts[key], event);
      return next === parts[key] ? parts : { ...parts, [key]: next };
    },
    effects: ({ parts, report, ...tools }) => {
      const effects = module.effects({ ...tools, part: () => parts()[key] });
      return {
        on: (event, before, after) => {
          try {
            effects.on(event, before[key], after[key]);
          } catch (error) {
            report(error);
          }
        },
        stop: effects.stop,
      };
    },
    fills: module.fills.map((fill, position) => ({
      slot: fill.slot,
      ...placed(fill, (props) => element(fill, `${key}-${position}`, props)),
    })),
    tabs: module.tabs.map((tab) =>
      placed(tab, (props) => ({
        id: tab.id,
        title: <tab.title {...props} />,
        panel: element(tab, tab.id, props),
        className: tab.className,
        tabClassName: tab.tabClassName,
        keep: tab.keep ?? false,
      })),
    ),
  };
}

const inOrder = <T extends { readonly order: number }>(list: readonly T[]): readonly T[] =>
  list.toSorted((a, b) => a.order - b.order);

const drawAll = <Parts, Result>(list: readonly Placed<Parts, Result>[], page: PageProps<Parts>): Result[] =>
  list.map(({ draw }) => draw(page)).filter((result) => result !== undefined);

/** Joins the modules of a list; where several fill one slot with the same order, the list's order decides. */
export function makeModuleSet<Parts>(modules: ModuleList<Parts>): ModuleSet<Parts> {
  const bound: BoundModule<Parts>[] = [];
  for (const key in modules) bound.push(bind<Parts, typeof key>(modules[key]));
  const fills = inOrder(bound.flatMap((module) => module.fills));
  const tabs = inOrder(bound.flatMap((module) => module.tabs));
  return {
    // Nothing at first; each module adds the part of its key.
    start: (room) => bound.reduce((parts, module) => module.start(parts, room), {} as Parts),
    reduce: (parts, event) => bound.reduce((known, module) => module.reduce(known, event), parts),
    effects: (ports) => {
      const all = bound.map((module) => module.effects(ports));
      return {
        on: (event, before, after) => all.forEach((effects) => effects.on(event, before, after)),
        stop: () => all.forEach((effects) => effects.stop()),
      };
    },
    draw: (slot, page) =>
      drawAll(
        fills.filter((fill) => fill.slot === slot),
        page,
      ),
    tabs: (page) => drawAll(tabs, page),
  };
}
