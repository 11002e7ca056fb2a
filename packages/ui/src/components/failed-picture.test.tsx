import { cleanup, fireEvent, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderUi } from '../testing/render-ui.tsx';
import { Avatar } from './avatar.tsx';
import { ContentImage } from './content-image.tsx';

// No picture is fetched here: each is still on its way until a test says otherwise.
const complete = vi.spyOn(HTMLImageElement.prototype, 'complete', 'get');
beforeEach(() => complete.mockReturnValue(false));
afterEach(cleanup);

/** Draws with one picture, and with another after a press. */
function Next({ draw }: { readonly draw: (src: string) => ReactNode }) {
  const [src, setSrc] = useState('/one.jpg');
  return (
    <>
      <button type="button" onClick={() => setSrc('/two.jpg')}>
        Next
      </button>
      {draw(src)}
    </>
  );
}
const next = () => fireEvent.click(screen.getByRole('button', { name: 'Next' }));
const image = () => document.querySelector('img');

test("a person's picture that fails gives way to the first letter, and the next picture is tried (ERRORS-012)", () => {
  renderUi(<Next draw={(src) => <Avatar src={src} name="marlowe" />} />);
  fireEvent.error(image()!);
  expect(image()).toBeNull();
  expect(screen.getByText('M')).toBeTruthy();
  next();
  expect(image()?.getAttribute('src')).toBe('/two.jpg');
});

test('a picture of what is read keeps its words when it fails, and the next one is tried (ERRORS-012)', () => {
  renderUi(<Next draw={(src) => <ContentImage src={src} alt="Picture from Ada" lazy />} />);
  fireEvent.error(image()!);
  expect(image()).toBeNull();
  expect(screen.getByRole('img', { name: 'Picture from Ada' })).toBeTruthy();
  next();
  expect(image()?.getAttribute('src')).toBe('/two.jpg');
});

test('a decorative picture that fails says nothing (ERRORS-012)', () => {
  renderUi(<ContentImage src="/one.jpg" alt="" />);
  fireEvent.error(image()!);
  expect(screen.queryByRole('img')).toBeNull();
  expect(document.querySelector('.image-missing')).toBeTruthy();
});

test('a picture that had failed before the page became interactive has its placeholder too (ERRORS-012)', () => {
  complete.mockReturnValue(true);
  renderUi(<Avatar src="/one.jpg" name="marlowe" />);
  expect(image()).toBeNull();
  expect(screen.getByText('M')).toBeTruthy();
});
