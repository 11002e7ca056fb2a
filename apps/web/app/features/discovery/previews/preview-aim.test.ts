import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aimPreviews, type PreviewAim, PRESS_MS, REST_MS } from './preview-aim.ts';

const cardOf = (name: string, look: string) => `
  <article class="card" id="card-${name}">
    <a href="/${name}"><div class="picture"></div><div class="strip strip-${look}"><b>${name}</b></div></a>
    <button>Follow ${name}</button>
  </article>`;
let aim: PreviewAim;
let shown: (string | undefined)[];

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.useFakeTimers();
  document.body.innerHTML = `<p>outside</p>${cardOf('anna', 'live')}${cardOf('ben', 'offline')}${cardOf('cleo', 'live')}`;
  shown = [];
  aim = aimPreviews((target) => shown.push(target?.username), { finger: undefined });
});
afterEach(() => {
  aim.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const inCard = (name: string): Element => document.querySelector(`#card-${name} b`)!;
const outside = (): Element => document.querySelector('p')!;
const send = (on: Element, type: string, pointerType = 'mouse', at = { clientX: 0, clientY: 0 }) =>
  on.dispatchEvent(
    Object.assign(new MouseEvent(type, { bubbles: true, cancelable: true, ...at }), { pointerType }),
  );

test('a mouse that rests on a live card moves its picture, until it leaves', () => {
  send(inCard('anna'), 'pointerover');
  vi.advanceTimersByTime(REST_MS - 1);
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(1);
  // Within the card nothing begins anew.
  send(document.querySelector('#card-anna button')!, 'pointerover');
  vi.advanceTimersByTime(REST_MS);
  expect(shown).toEqual(['anna']);
  send(outside(), 'pointerover');
  expect(shown).toEqual(['anna', undefined]);
});

test('a house moves for nobody who only points: looking uses up their minute of the day', () => {
  document.querySelector('#card-anna')!.setAttribute('data-still', 'true');
  send(inCard('anna'), 'pointerover');
  vi.advanceTimersByTime(5_000);
  send(inCard('anna'), 'pointerdown', 'touch');
  vi.advanceTimersByTime(5_000);
  expect(shown).toEqual([]);
});

test('a mouse that passes over moves nothing, nor does a room that is not live', () => {
  send(inCard('anna'), 'pointerover');
  vi.advanceTimersByTime(REST_MS / 2);
  send(inCard('ben'), 'pointerover');
  vi.advanceTimersByTime(5_000);
  expect(shown).toEqual([]);
});

test('from one card to the next only the latter moves', () => {
  send(inCard('anna'), 'pointerover');
  vi.advanceTimersByTime(REST_MS);
  send(inCard('cleo'), 'pointerover');
  expect(shown).toEqual(['anna', undefined]);
  vi.advanceTimersByTime(REST_MS);
  expect(shown).toEqual(['anna', undefined, 'cleo']);
});

test('a card that is gone meanwhile is not moved', () => {
  send(inCard('anna'), 'pointerover');
  document.querySelector('#card-anna')!.remove();
  vi.advanceTimersByTime(REST_MS);
  expect(shown).toEqual([]);
});

test('a held finger moves the picture and opens nothing, however late its click comes; another place ends it', () => {
  let opened = 0;
  const onClick = () => (opened += 1);
  document.body.addEventListener('click', onClick);
  send(inCard('anna'), 'pointerdown', 'touch');
  vi.advanceTimersByTime(PRESS_MS);
  expect(shown).toEqual(['anna']);
  send(inCard('anna'), 'pointerup', 'touch');
  vi.advanceTimersByTime(5_000);
  const click = (detail: number) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, detail });
    inCard('anna').dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect([click(1), opened]).toEqual([true, 0]);
  send(outside(), 'pointerdown', 'touch');
  expect([click(1), opened]).toEqual([true, 0]);
  expect(shown).toEqual(['anna', undefined]);
  // Somebody with a keyboard presses Enter.
  expect([click(0), opened]).toEqual([false, 1]);
  send(inCard('anna'), 'pointerdown', 'touch');
  expect([click(1), opened]).toEqual([false, 2]);
  document.body.removeEventListener('click', onClick);
});

test('a tap opens the room as always, and a finger that scrolls moves nothing', () => {
  let opened = 0;
  document.body.addEventListener('click', () => (opened += 1), { once: true });
  send(inCard('anna'), 'pointerdown', 'touch');
  vi.advanceTimersByTime(PRESS_MS / 2);
  send(inCard('anna'), 'pointerup', 'touch');
  inCard('anna').dispatchEvent(new MouseEvent('click', { bubbles: true }));
  expect(opened).toBe(1);
  send(inCard('anna'), 'pointerdown', 'touch');
  send(inCard('anna'), 'pointermove', 'touch', { clientX: 0, clientY: 40 });
  vi.advanceTimersByTime(5_000);
  expect(shown).toEqual([]);
});

test('Escape ends it', () => {
  send(inCard('anna'), 'pointerover');
  vi.advanceTimersByTime(REST_MS);
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  expect(shown).toEqual(['anna', undefined]);
});

test('Escape ends what moves by itself as well', () => {
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  expect(shown).toEqual([undefined]);
});

test('a card that has the focus when this begins is moved, too', () => {
  aim.stop();
  const link = document.querySelector<HTMLElement>('#card-cleo > a')!;
  link.focus();
  vi.spyOn(document, 'querySelector').mockImplementation((selector) =>
    selector === 'article.card > a:focus-visible' ? link : null,
  );
  aim = aimPreviews((target) => shown.push(target?.username), { finger: undefined });
  vi.advanceTimersByTime(REST_MS);
  vi.mocked(document.querySelector).mockRestore();
  expect(shown).toEqual(['cleo']);
});

test('a finger that is on a card when this begins is held there, and its click opens nothing', () => {
  aim.stop();
  const finger = { target: inCard('anna'), x: 10, y: 20 };
  aim = aimPreviews((target) => shown.push(target?.username), { finger });
  vi.advanceTimersByTime(PRESS_MS);
  expect(shown).toEqual(['anna']);
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 });
  inCard('anna').dispatchEvent(click);
  expect(click.defaultPrevented).toBe(true);
});
