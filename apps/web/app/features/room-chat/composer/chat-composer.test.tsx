import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
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

test('who is silenced while they write reads so above their text, which stays', () => {
  const draw = (blocked: string | undefined) => (
    <ChatComposer
      names={[]}
      own="ada"
      rights={{ isStreamer: false, canModerate: false }}
      onSend={vi.fn()}
      {...(blocked && { blocked })}
    />
  );
  let block: (reason: string) => void = () => undefined;
  function Foot() {
    const [blocked, setBlocked] = useState<string>();
    useEffect(() => {
      block = setBlocked;
    }, []);
    return draw(blocked);
  }
  renderPage(<Foot />);
  const field = screen.getByLabelText<HTMLInputElement>('Message');
  fireEvent.change(field, { target: { value: 'good evening' } });
  expect(field.getAttribute('aria-describedby')).toBeNull();
  act(() => block('You are silenced here for now'));
  expect(field.value).toBe('good evening');
  const reason = screen.getByText('You are silenced here for now');
  expect(field.getAttribute('aria-describedby')).toBe(reason.id);
});
