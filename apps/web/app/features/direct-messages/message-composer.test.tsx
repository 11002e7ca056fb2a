import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { MessageComposer } from './message-composer.tsx';
import { keepDraft } from './unsent-store.ts';

afterEach(() => {
  cleanup();
  keepDraft('ada', 'iris', '');
});

const show = () =>
  renderPage(
    <MessageComposer own="ada" username="iris" displayName="Iris" blocked="Iris does not take messages" />,
  );
const field = () => screen.getByLabelText<HTMLInputElement>('Message to Iris');

test('why nobody can write stands in the empty field, and above a text that was kept', () => {
  show();
  expect(field().placeholder).toBe('Iris does not take messages');
  expect(field().getAttribute('aria-describedby')).toBeNull();
  cleanup();
  keepDraft('ada', 'iris', 'Are you there?');
  show();
  expect(field().value).toBe('Are you there?');
  const reason = screen.getByText('Iris does not take messages');
  expect(field().getAttribute('aria-describedby')).toBe(reason.id);
});
