import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { ChatComposer } from './chat-composer.tsx';

afterEach(cleanup);

test('a guest whose keyboard passes by the field is left alone, and is asked to join on a press or a letter', () => {
  const onGuest = vi.fn();
  renderPage(
    <ChatComposer
      names={[]}
      own={undefined}
      rights={{ isStreamer: false, canModerate: false }}
      onGuest={onGuest}
      onSend={vi.fn()}
    />,
  );
  const field = screen.getByRole('textbox', { name: 'Message' });

  field.focus();
  fireEvent.keyDown(field, { key: 'Tab' });
  fireEvent.keyDown(field, { key: 'c', ctrlKey: true });
  expect(onGuest).not.toHaveBeenCalled();

  fireEvent.keyDown(field, { key: 'h' });
  expect(onGuest).toHaveBeenCalledTimes(1);
  fireEvent.click(field);
  expect(onGuest).toHaveBeenCalledTimes(2);
});
