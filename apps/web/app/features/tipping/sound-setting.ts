import { readLocal, writeLocal } from '../../shared/local-store.ts';

let hasPressed = false;

if (typeof addEventListener === 'function' && typeof document !== 'undefined') {
  const unlock = () => {
    hasPressed = true;
  };
  addEventListener('pointerdown', unlock, { once: true });
  addEventListener('keydown', unlock, { once: true });
}

/** Whether the person has pressed something on the page; before that nothing sounds. */
export const isSoundAllowed = (): boolean => hasPressed;

const ON = 'tip-sounds';

/** Whether this browser wants sounds; on until it is switched off. */
export const areSoundsOn = (): boolean =>
  readLocal(ON, (value) => (typeof value === 'boolean' ? value : undefined)) ?? true;

/** Switches the sounds of this browser on or off. */
export const setSoundsOn = (isOn: boolean): void => writeLocal(ON, isOn);
