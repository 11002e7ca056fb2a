/** What a key does to the player. */
export type PlayerAction = 'play_pause' | 'mute' | 'full_screen' | 'theatre' | 'louder' | 'quieter';

/** The relevant properties of a key press. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  /** The focused element. */
  readonly on: 'picture' | 'button' | 'slider' | 'writing' | 'menu';
}

const ACTIONS: Readonly<Record<string, PlayerAction>> = {
  ' ': 'play_pause',
  k: 'play_pause',
  m: 'mute',
  f: 'full_screen',
  t: 'theatre',
  ArrowUp: 'louder',
  ArrowDown: 'quieter',
};

/** The action of a key; undefined if the key belongs to the focused element, or to the browser. */
export function playerAction({ key, ctrlKey, metaKey, altKey, on }: KeyPress): PlayerAction | undefined {
  if (ctrlKey || metaKey || altKey || on === 'writing' || on === 'menu') return undefined;
  const action = ACTIONS[key.length === 1 ? key.toLowerCase() : key];
  if (on === 'button' && key === ' ') return undefined;
  if (on === 'slider' && (action === 'louder' || action === 'quieter')) return undefined;
  return action;
}

/** The focused element, as far as keys depend on it. */
export function keyTarget(target: EventTarget | null): KeyPress['on'] {
  if (!(target instanceof Element)) return 'picture';
  if (target.closest('[role="menu"], [role="dialog"]')) return 'menu';
  if (target.matches('input[type="range"]')) return 'slider';
  if (target.matches('input, textarea, select, [contenteditable="true"]')) return 'writing';
  return target.closest('button, a, summary') ? 'button' : 'picture';
}
