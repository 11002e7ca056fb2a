import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderUi } from '../testing/render-ui.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';

afterEach(cleanup);

test('the sentence below a field is read out with it, also where there is no error', () => {
  const draw = (error: string | false) =>
    renderUi(
      <Field label="Username" hint="Others see it." error={error}>
        <Input />
      </Field>,
    );
  const sentence = () => {
    const id = screen.getByRole('textbox', { name: 'Username' }).getAttribute('aria-describedby');
    return id === null ? undefined : document.getElementById(id)?.textContent;
  };
  draw(false);
  expect(sentence()).toBe('Others see it.');
  cleanup();
  draw('It is taken.');
  expect(sentence()).toBe('It is taken.');
});
