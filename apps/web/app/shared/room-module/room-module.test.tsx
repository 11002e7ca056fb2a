import { render, screen } from '@testing-library/react';
import { afterEach, expect, expectTypeOf, test } from 'vitest';
import { cleanup } from '@testing-library/react';
import { wireEvent } from '../realtime/wire-event.ts';
import { roomFixture } from '../room/room.fixture.ts';
import { roomState } from '../room/room-state.ts';
import { type EffectPorts, makeModuleSet, type PageProps } from './module-set.tsx';
import { makeRoomPageStore } from './page-store.ts';
import type { RoomEvent } from './room-events.ts';
import { defineRoomModule, noPart, type SlotName, type SlotProps } from './room-module.ts';

declare module './room-events.ts' {
  interface PageEvents {
    'page.test-added': { readonly amount: number };
  }
}

afterEach(cleanup);

const room = roomFixture();

/** Counts tips and what the page adds. */
const counter = <const Key extends string>(key: Key) =>
  defineRoomModule({
    key,
    reads: ['v3.tip.received', 'page.test-added'],
    start: () => 0,
    reduce: (sum, event) =>
      sum + (event.name === 'v3.tip.received' ? event.payload.tokens : event.payload.amount),
    slots: {
      'stage.below': [{ order: 20, draw: ({ part }: SlotProps<number>) => <b>{`${key} ${part}`}</b> }],
    },
  });

const tip = (tokens: number) => wireEvent('v3.tip.received', { id: `t${tokens}`, at: 1, tokens });
const added = (amount: number): RoomEvent => ({ name: 'page.test-added', payload: { amount } });

const pageOf = <Parts,>(parts: Parts): PageProps<Parts> => ({
  parts,
  room,
  now: roomState(room),
  me: { kind: 'unknown' },
  tools: { place: 'room', dispatch: () => undefined, client: undefined },
});

function ports<Parts>(
  store: { readonly get: () => Parts; readonly dispatch: (event: RoomEvent) => void },
  changes: Partial<EffectPorts<Parts>> = {},
): EffectPorts<Parts> {
  return {
    parts: store.get,
    dispatch: store.dispatch,
    after: () => undefined,
    send: () => true,
    text: () => '',
    goTo: () => undefined,
    site: () => undefined,
    report: () => undefined,
    ...changes,
  };
}

test('one event is one update of the page, however many modules read it', () => {
  const set = makeModuleSet({ left: counter('left'), right: counter('right') });
  const store = makeRoomPageStore(set, room);
  const seen: { readonly left: number; readonly right: number }[] = [];
  store.subscribe(() => seen.push(store.get()));
  store.dispatch(added(25));
  expect(seen).toEqual([{ left: 25, right: 25 }]);
});

test('an event that no module reads leaves the very same state', () => {
  const store = makeRoomPageStore(makeModuleSet({ left: counter('left') }), room);
  const before = store.get();
  store.dispatch(wireEvent('v3.chat.user_count', { seq: 2, user_count: 3 }));
  expect(store.get()).toBe(before);
});

test('a part that an event does not change stays the same object', () => {
  const held = defineRoomModule({
    key: 'held',
    reads: ['v3.chat.subject'],
    start: () => ({ subject: '' }),
    reduce: (part) => part,
  });
  const store = makeRoomPageStore(makeModuleSet({ held, left: counter('left') }), room);
  const before = store.get();
  store.dispatch(tip(15));
  expect(store.get().left).toBe(15);
  expect(store.get().held).toBe(before.held);
});

test('effects hear an event after every module has reduced it, with the part before and after', () => {
  const heard: unknown[] = [];
  const first = defineRoomModule({
    key: 'first',
    reads: ['v3.tip.received'],
    start: () => 0,
    reduce: (sum, { payload }) => sum + payload.tokens,
    effects: () => ({ on: ({ name }, before, after) => heard.push([name, before, after, store.get().last]) }),
  });
  const set = makeModuleSet({ first, last: counter('last') });
  const store = makeRoomPageStore(set, room);
  store.open(set.effects(ports(store)));
  store.dispatch(tip(60));
  expect(heard).toEqual([['v3.tip.received', 0, 60, 60]]);
});

test('a module whose effect throws is reported and stops no other', () => {
  const heard: string[] = [];
  const broken = defineRoomModule({
    key: 'broken',
    reads: ['v3.tip.received'],
    start: () => null,
    reduce: (part) => part,
    effects: () => ({
      on: () => {
        throw new Error('no sound card');
      },
    }),
  });
  const sound = defineRoomModule({
    key: 'sound',
    reads: ['v3.tip.received'],
    start: () => null,
    reduce: (part) => part,
    effects: () => ({ on: ({ payload }) => void heard.push(`${payload.tokens}`) }),
  });
  const reported: unknown[] = [];
  const set = makeModuleSet({ broken, sound });
  const store = makeRoomPageStore(set, room);
  store.open(set.effects(ports(store, { report: (error) => reported.push(error) })));
  store.dispatch(tip(25));
  expect(heard).toEqual(['25']);
  expect(reported).toEqual([new Error('no sound card')]);
});

test('what an effect dispatches comes after the event that it follows, for every module', () => {
  const heard: string[] = [];
  const answers = defineRoomModule({
    key: 'answers',
    reads: ['v3.tip.received'],
    start: () => null,
    reduce: (part) => part,
    effects: ({ dispatch }) => ({ on: () => dispatch(added(1)) }),
  });
  const listens = defineRoomModule({
    key: 'listens',
    reads: ['v3.tip.received', 'page.test-added'],
    start: () => null,
    reduce: (part) => part,
    effects: () => ({ on: ({ name }) => void heard.push(name) }),
  });
  const set = makeModuleSet({ answers, listens });
  const store = makeRoomPageStore(set, room);
  store.open(set.effects(ports(store)));
  store.dispatch(tip(25));
  expect(heard).toEqual(['v3.tip.received', 'page.test-added']);
});

test('effects end with the room, the state stays', () => {
  const heard: string[] = [];
  const sound = defineRoomModule({
    key: 'sound',
    reads: ['v3.tip.received'],
    start: () => 0,
    reduce: (sum, { payload }) => sum + payload.tokens,
    effects: () => ({ on: ({ name }) => void heard.push(name), stop: () => void heard.push('stopped') }),
  });
  const set = makeModuleSet({ sound });
  const store = makeRoomPageStore(set, room);
  const leave = store.open(set.effects(ports(store)));
  store.dispatch(tip(25));
  leave();
  store.dispatch(tip(60));
  expect(heard).toEqual(['v3.tip.received', 'stopped']);
  expect(store.get().sound).toBe(85);
});

test('a slot shows its modules by their order, and those of the same order as they stand in the list', () => {
  const low = defineRoomModule({
    key: 'low',
    ...noPart,
    slots: { 'stage.below': [{ order: 10, draw: () => <b>low</b> }] },
  });
  const set = makeModuleSet({ left: counter('left'), right: counter('right'), low });
  const { container } = render(<div>{set.draw('stage.below', pageOf(set.start(room)))}</div>);
  expect([...container.querySelectorAll('b')].map(({ textContent }) => textContent)).toEqual([
    'low',
    'left 0',
    'right 0',
  ]);
});

test('a slot whose code comes later waits for the first yes, then shows what stands for it until the code is there', async () => {
  let asked = 0;
  const goal = defineRoomModule({
    key: 'goal',
    reads: ['page.test-added'],
    start: () => 0,
    reduce: (_part, { payload }) => payload.amount,
    slots: {
      'stage.below': [
        {
          order: 10,
          when: ({ part }) => part > 0,
          load: async () => {
            asked += 1;
            return { default: ({ part }: SlotProps<number>) => <b>goal {part}</b> };
          },
          waiting: <i>soon</i>,
        },
      ],
    },
  });
  const set = makeModuleSet({ goal });
  const draw = (parts: { readonly goal: number }) => <div>{set.draw('stage.below', pageOf(parts))}</div>;
  const { rerender } = render(draw({ goal: 0 }));
  expect(asked).toBe(0);
  rerender(draw({ goal: 500 }));
  expect(screen.getByText('soon')).toBeTruthy();
  expect(await screen.findByText('goal 500')).toBeTruthy();
  rerender(draw({ goal: 900 }));
  expect(screen.getByText('goal 900')).toBeTruthy();
  expect(asked).toBe(1);
});

test('tabs stand by their order, with those alone that are offered now', () => {
  const tab = (id: string, order: number, isOffered: boolean) => ({
    id,
    order,
    when: () => isOffered,
    title: () => <b>{id}</b>,
    draw: () => <i>{id}</i>,
    className: 'pane',
  });
  const talk = defineRoomModule({
    key: 'talk',
    ...noPart,
    slots: { 'side.tab': [tab('messages', 30, false), tab('chat', 10, true)] },
  });
  const goal = defineRoomModule({ key: 'goal', ...noPart, slots: { 'side.tab': [tab('goal', 20, true)] } });
  const set = makeModuleSet({ goal, talk });
  expect(set.tabs(pageOf(set.start(room))).map(({ id }) => id)).toEqual(['chat', 'goal']);
});

test('the state has one part per key, each of its own type; no key stands for another module, no slot lies over the picture', () => {
  expectTypeOf<Extract<SlotName, `stage.${string}`>>().toEqualTypeOf<
    'stage.lowerThird' | 'stage.beside' | 'stage.bar' | 'stage.below'
  >();
  const set = makeModuleSet({
    sum: counter('sum'),
    text: defineRoomModule({ key: 'text', reads: [], start: () => 'a', reduce: (part: string) => part }),
  });
  expectTypeOf(set.start(room)).toEqualTypeOf<{ sum: number; text: string }>();
  // @ts-expect-error the module's own key is another one
  makeModuleSet({ other: counter('sum') });
  expect(Object.keys(set.start(room))).toEqual(['sum', 'text']);
});

test('a module is given the events that it names, each with its payload, and no others', () => {
  expectTypeOf<RoomEvent<'page.test-added'>['payload']>().toEqualTypeOf<{ readonly amount: number }>();
  expectTypeOf<RoomEvent<'v3.tip.received' | 'page.test-added'>['name']>().toEqualTypeOf<
    'v3.tip.received' | 'page.test-added'
  >();
  const seen: string[] = [];
  const set = makeModuleSet({
    talk: defineRoomModule({
      key: 'talk',
      reads: ['page.test-added'],
      start: () => 0,
      reduce: (part, { name }) => {
        seen.push(name);
        return part;
      },
    }),
  });
  const store = makeRoomPageStore(set, room);
  store.dispatch(tip(25));
  store.dispatch(added(1));
  expect(seen).toEqual(['page.test-added']);
});
