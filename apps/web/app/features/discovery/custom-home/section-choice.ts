import type { HomeSection } from '@klieg/contract';

/** A section in the dialog: its position, and whether it is shown. */
export interface SectionChoice {
  readonly key: HomeSection;
  readonly isOn: boolean;
}

/** All sections: first the chosen ones in their order, then the others in that of the site. */
export const choiceOf = (
  chosen: readonly HomeSection[],
  all: readonly HomeSection[],
): readonly SectionChoice[] => [
  ...chosen.map((key) => ({ key, isOn: true })),
  ...all.filter((key) => !chosen.includes(key)).map((key) => ({ key, isOn: false })),
];

/** What is stored of a choice: the shown sections, in order. */
export const chosenOf = (choice: readonly SectionChoice[]): HomeSection[] =>
  choice.filter(({ isOn }) => isOn).map(({ key }) => key);

/** A section to another place, within the list; the others keep their order. An unknown one changes nothing. */
export function moveSection(
  choice: readonly SectionChoice[],
  key: HomeSection,
  to: number,
): readonly SectionChoice[] {
  const moved = choice.find((one) => one.key === key);
  if (!moved) return choice;
  const others = choice.filter((one) => one !== moved);
  const place = Math.max(0, Math.min(to, others.length));
  return [...others.slice(0, place), moved, ...others.slice(place)];
}

/** Shows or hides a section; the last one that is shown stays. */
export function switchSection(choice: readonly SectionChoice[], key: HomeSection): readonly SectionChoice[] {
  if (isLast(choice, key)) return choice;
  return choice.map((one) => (one.key === key ? { ...one, isOn: !one.isOn } : one));
}

/** Whether it is the only section that is shown. */
export const isLast = (choice: readonly SectionChoice[], key: HomeSection): boolean => {
  const chosen = chosenOf(choice);
  return chosen.length === 1 && chosen[0] === key;
};

/** The place that a pointer is at, among rows by their middles from top to bottom. */
export const placeAt = (y: number, middles: readonly number[]): number =>
  middles.filter((middle) => middle < y).length;
