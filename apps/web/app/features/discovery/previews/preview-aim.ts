import { type CardTarget, cardTarget } from './card-target.ts';
import type { Finger } from './use-cards-looked-at.ts';

/** How long a mouse or the focus rests on a card before its picture plays. */
export const REST_MS = 350;
/** How long a finger must be held on a card. */
export const PRESS_MS = 450;
/** A finger that moves farther than this scrolls. */
const SCROLL_PX = 10;

export interface PreviewAim {
  /** Drops pending starts and stops listening. */
  stop(): void;
}

/** Where a finger came down. */
type Press = Pick<Finger, 'x' | 'y'>;

/**
 * The press that began the preview ends with a click and, on some phones, with a menu: neither is intended, however
 * late a busy page delivers it, even after the next press elsewhere. An intended click begins with a press of its own
 * on the card, or comes from the keyboard.
 */
function swallowNext(card: HTMLElement): void {
  const swallow = (event: MouseEvent) => {
    if (event.type === 'click' && event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const options = { capture: true } as const;
  card.addEventListener('click', swallow, options);
  card.addEventListener('contextmenu', swallow, options);
  const letGo = () => {
    card.removeEventListener('click', swallow, options);
    card.removeEventListener('contextmenu', swallow, options);
  };
  card.addEventListener('pointerdown', letGo, { once: true, capture: true });
}

/**
 * Watches for visitors who want to see a room's preview: a mouse or the keyboard focus resting on its card, a finger
 * held on it. A finger's preview plays until another place is touched.
 * @param finger already on a card; no style tells, and a device may also have a mouse
 */
export function aimPreviews(
  onTarget: (target: CardTarget | undefined) => void,
  { finger }: { readonly finger: Finger | undefined },
): PreviewAim {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let press: Press | undefined;
  let current: HTMLElement | undefined;
  const aim = (target: CardTarget | undefined): void => {
    clearTimeout(timer);
    current = target?.card;
    onTarget(target);
  };
  const aimLater = (target: CardTarget, afterMs: number, then?: () => void): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!target.card.isConnected) return;
      then?.();
      aim(target);
    }, afterMs);
  };
  const leave = (): void => (current ? aim(undefined) : clearTimeout(timer));

  const onOver = ({ target, pointerType }: PointerEvent): void => {
    if (pointerType !== 'mouse') return;
    const card = target instanceof Element ? target.closest<HTMLElement>('article.card') : null;
    if (card && card === current) return;
    const found = cardTarget(target);
    leave();
    if (found) aimLater(found, REST_MS);
  };
  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element) || !target.matches(':focus-visible')) return;
    const found = cardTarget(target);
    if (found?.card === current) return;
    leave();
    if (found) aimLater(found, REST_MS);
  };
  const onBlur = ({ relatedTarget }: FocusEvent): void => {
    if (current && !current.contains(relatedTarget as Node | null) && !current.matches(':hover')) leave();
  };
  const hold = (found: CardTarget, at: Press): void => {
    press = at;
    aimLater(found, PRESS_MS, () => {
      swallowNext(found.card);
      // What a card offers to a mouse is also shown for the focus.
      found.card.querySelector<HTMLElement>(':scope > a')?.focus({ preventScroll: true });
    });
  };
  /** What somebody did to have this code fetched was done before it came. */
  const takeUp = (): void => {
    const touched = finger && cardTarget(finger.target);
    if (touched) return hold(touched, finger);
    const held = cardTarget(document.querySelector('article.card:hover'));
    const focused = cardTarget(document.querySelector('article.card > a:focus-visible'));
    const found = held ?? focused;
    if (found) aimLater(found, REST_MS);
  };
  const onDown = (event: PointerEvent): void => {
    if (event.pointerType !== 'touch') return;
    const found = cardTarget(event.target);
    if (current && !current.contains(event.target as Node)) leave();
    if (!found || found.card === current) return;
    hold(found, { x: event.clientX, y: event.clientY });
  };
  const onMove = ({ pointerType, clientX, clientY }: PointerEvent): void => {
    if (pointerType !== 'touch' || !press) return;
    if (Math.hypot(clientX - press.x, clientY - press.y) > SCROLL_PX) onLift();
  };
  const onLift = (): void => {
    if (press) clearTimeout(timer);
    press = undefined;
  };
  const onKey = ({ key }: KeyboardEvent): void => {
    // Also a picture that moves without having been asked for.
    if (key === 'Escape') aim(undefined);
  };

  const stopped = new AbortController();
  const options = { signal: stopped.signal, passive: true } as const;
  document.addEventListener('pointerover', onOver, options);
  document.addEventListener('focusin', onFocus, options);
  document.addEventListener('focusout', onBlur, options);
  document.addEventListener('pointerdown', onDown, options);
  document.addEventListener('pointermove', onMove, options);
  document.addEventListener('pointerup', onLift, options);
  document.addEventListener('pointercancel', onLift, options);
  document.addEventListener('keydown', onKey, options);
  takeUp();
  return {
    stop() {
      clearTimeout(timer);
      stopped.abort();
    },
  };
}
