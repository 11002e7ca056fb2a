import * as contract from '@klieg/contract/features/room-games/goal-config';
import { AUTO_TIP_GOAL } from '@klieg/contract/features/room-games/goal-limits';
import type { Room } from '@klieg/contract';
import { expect, test } from 'vitest';
import {
  addGoal,
  beginsAnew,
  changeGoal,
  configOf,
  draftOf,
  faultsOf,
  newDraft,
  previewOf,
  readFaults,
  remainingFaults,
  removeGoal,
} from './goal-draft.ts';
import { roomFixture } from '../../shared/room/room.fixture.ts';
import { startGoal } from './goal-state.ts';
import { readGoal } from './read-goal.ts';

const one: Room['apps'][number] = {
  type: 1,
  name: 'tip_goal',
  config: { label: 'One song', target: 100, subject_done: 'Thank you' },
  state: { status: 'running', raised: 40, target: 100, last_username: 'ines' },
  version: 3,
};
const several = {
  ...newDraft(),
  isSeveral: true,
  repeats: true,
  goals: [
    { key: 0, label: ' Song ', target: '100' },
    { key: 1, label: 'Dance', target: ' 200 ' },
  ],
};

test('a new goal asks for 1,000 tokens, and only its label is missing', () => {
  expect([...faultsOf(newDraft())]).toEqual([['label', 'label']]);
  expect(configOf(changeGoal(newDraft(), 0, { label: ' One song ' }))).toEqual({
    type: 1,
    config: { label: 'One song', target: 1_000, subject_done: null },
  });
});

test('what the form lets through, the contract takes', () => {
  const { type, config } = configOf(several);
  expect(type).toBe(AUTO_TIP_GOAL);
  expect(contract.autoTipGoalConfig.parse(config)).toEqual({
    goals: [
      { label: 'Song', target: 100 },
      { label: 'Dance', target: 200 },
    ],
    repeat: true,
  });
  expect(contract.tipGoalConfig.parse(configOf(draftOf(one)).config)).toEqual(one.config);
});

test('targets are whole, from 10 to 1,000,000; faults have the paths of the server', () => {
  const wrong = (target: string) => [...faultsOf(changeGoal(several, 1, { target })).keys()];
  for (const target of ['9', '1000001', '12.5', '', 'ten', '-10', '1e3'])
    expect(wrong(target)).toEqual(['goals.1.target']);
  for (const target of ['10', '1000000']) expect(wrong(target)).toEqual([]);
  expect([...readFaults([{ path: 'goals.1.label' }, { path: 'type' }])]).toEqual([
    ['goals.1.label', 'label'],
  ]);
});

test('a fault stays until its field is right, one of the server until something is changed', () => {
  const found = new Map([
    ['goals.0.label', 'label'],
    ['goals.1.target', 'target'],
  ] as const);
  const typed = changeGoal(several, 1, { target: '5' });
  expect([...remainingFaults(found, typed).keys()]).toEqual(['goals.1.target']);
  expect(remainingFaults(found, several).size).toBe(0);
});

test('rows come and go, one stays', () => {
  const three = addGoal(several);
  expect(three.goals.map(({ key }) => key)).toEqual([0, 1, 2]);
  const left = removeGoal(removeGoal(three, 0), 1);
  expect(left.goals.map(({ key }) => key)).toEqual([2]);
  expect(removeGoal(left, 2)).toBe(left);
});

test('a new round begins with another target, order or kind, not with other words (S1201)', () => {
  const edit = draftOf(one);
  expect(beginsAnew(changeGoal(edit, 0, { label: 'Another song' }), one)).toBe(false);
  expect(beginsAnew(changeGoal(edit, 0, { target: '120' }), one)).toBe(true);
  expect(beginsAnew({ ...edit, isSeveral: true }, one)).toBe(true);
  expect(beginsAnew(newDraft(), null)).toBe(false);
});

test('the preview shows what is typed, with what is raised where that goes on', () => {
  const running = readGoal(startGoal(roomFixture({ apps: [one] })).goal);
  const edit = changeGoal(draftOf(one), 0, { label: 'Two songs' });
  expect(previewOf(edit, running, false)).toMatchObject({ title: 'Two songs', current: 40, target: 100 });
  expect(previewOf(edit, running, true)).toMatchObject({ current: 0, lastUsername: '' });
  expect(previewOf(several, undefined, false)).toMatchObject({
    title: 'Song',
    target: 100,
    step: 1,
    steps: 2,
  });
  expect(previewOf(changeGoal(newDraft(), 0, { target: 'x' }), undefined, false).target).toBe(1_000);
});
