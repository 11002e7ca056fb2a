import { act, cleanup, waitFor } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { EARLY_PRESS_SCRIPT, replayEarlyPress } from './early-press.ts';
import { useSubmitType } from './use-submit-type.ts';

afterEach(() => {
  globalThis.takeEarlyPress?.();
  cleanup();
  document.body.replaceChildren();
});

let sent = 0;

function Page() {
  useLayoutEffect(replayEarlyPress, []);
  const [shown, setShown] = useState(0);
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sent += 1;
        }}
      >
        <input name="line" aria-label="line" />
        <button type="button" id="show" onClick={() => setShown(shown + 1)}>
          {shown}
        </button>
        <button id="send" type={useSubmitType()}>
          Send
        </button>
      </form>
      <button type="button" id="outside" onClick={() => setShown(shown + 1)}>
        Outside
      </button>
    </>
  );
}

const runHead = () => {
  // oxlint-disable-next-line no-eval -- as the page's head runs it
  globalThis.eval(EARLY_PRESS_SCRIPT);
};

/** The page as the server draws it, used by its visitor, and only then made interactive. */
async function pressBefore(visit: (place: HTMLElement) => void): Promise<HTMLElement> {
  sent = 0;
  const place = document.createElement('div');
  document.body.append(place);
  place.innerHTML = renderToString(<Page />);
  runHead();
  visit(place);
  await act(async () => void hydrateRoot(place, <Page />));
  return place;
}

const press = (place: HTMLElement, id: string) => place.querySelector<HTMLElement>(`#${id}`)!.click();
const enter = (place: HTMLElement) => {
  const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  place.querySelector('input')!.dispatchEvent(event);
  return event;
};

test('a form that was sent before the page became interactive is sent once', async () => {
  const place = await pressBefore((early) => {
    press(early, 'send');
    press(early, 'send');
  });
  await waitFor(() => expect(sent).toBe(1));
  press(place, 'send');
  expect(sent).toBe(2);
});

test('Enter in a line counts too, and the browser does not send the form by itself', async () => {
  let event: KeyboardEvent | undefined;
  await pressBefore((early) => (event = enter(early)));
  await waitFor(() => expect(sent).toBe(1));
  expect(event?.defaultPrevented).toBe(true);
});

test('another button of a form is pressed again; the last press counts', async () => {
  const place = await pressBefore((early) => {
    press(early, 'send');
    press(early, 'show');
  });
  await waitFor(() => expect(place.querySelector('#show')!.textContent).toBe('1'));
  expect(sent).toBe(0);
});

test('a button outside of forms is pressed again, once; later presses are not remembered', async () => {
  const place = await pressBefore((early) => {
    press(early, 'outside');
    press(early, 'outside');
  });
  await waitFor(() => expect(place.querySelector('#show')!.textContent).toBe('1'));
  expect(enter(place).defaultPrevented).toBe(false);
  expect(globalThis.takeEarlyPress?.()).toBeUndefined();
});

test('a button that says something else by then is not pressed', async () => {
  const place = await pressBefore((early) => {
    press(early, 'outside');
    setTimeout(() => (early.querySelector('#outside')!.firstChild!.nodeValue = 'Dearer'));
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(place.querySelector('#show')!.textContent).toBe('0');
});

test('whoever goes back before the page can follow gets the page of that address, once', () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  history.pushState(null, '', '/multi-filter?rate=18-60');
  runHead();
  // A place on the same page is no other page.
  history.replaceState(null, '', '/multi-filter?rate=18-60#main');
  dispatchEvent(new PopStateEvent('popstate'));
  expect(reload).not.toHaveBeenCalled();
  history.replaceState(null, '', '/multi-filter');
  dispatchEvent(new PopStateEvent('popstate'));
  expect(reload).toHaveBeenCalledTimes(1);
  // From here on the page follows by itself.
  replayEarlyPress();
  dispatchEvent(new PopStateEvent('popstate'));
  expect(reload).toHaveBeenCalledTimes(1);
  reload.mockRestore();
});
