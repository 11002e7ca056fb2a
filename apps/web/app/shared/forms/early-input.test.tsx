import { act, cleanup } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { replayEarlyInput } from './early-input.ts';
import { useIsInteractive } from '../use-client-value.ts';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

function Form() {
  useLayoutEffect(replayEarlyInput, []);
  // Draws everything a second time as soon as the page is interactive, as real pages do.
  const isInteractive = useIsInteractive();
  const [name, setName] = useState('');
  const [words, setWords] = useState('');
  const [isAgreed, setAgreed] = useState(false);
  const [kind, setKind] = useState('a');
  return (
    <form>
      <input name="name" type="text" value={name} onChange={(event) => setName(event.target.value)} />
      <textarea name="words" value={words} onChange={(event) => setWords(event.target.value)} />
      <input
        name="agreed"
        type="checkbox"
        checked={isAgreed}
        onChange={(event) => setAgreed(event.target.checked)}
      />
      {['a', 'b'].map((each) => (
        <input
          key={each}
          name="kind"
          type="radio"
          value={each}
          checked={kind === each}
          onChange={() => setKind(each)}
        />
      ))}
      <input name="free" defaultValue="" />
      <output>{JSON.stringify({ isInteractive, name, words, isAgreed, kind })}</output>
    </form>
  );
}

/** The form as the server draws it, filled in by its visitor, and only then made interactive. */
async function fillBefore(fill: (form: HTMLFormElement) => void): Promise<HTMLFormElement> {
  const place = document.createElement('div');
  document.body.append(place);
  place.innerHTML = renderToString(<Form />);
  const form = place.querySelector('form')!;
  fill(form);
  await act(async () => void hydrateRoot(place, <Form />));
  return form;
}

const field = <T extends Element>(form: HTMLFormElement, selector: string): T =>
  form.querySelector<T>(selector)!;
const state = (form: HTMLFormElement): unknown => JSON.parse(form.querySelector('output')!.textContent);

test('what was filled in before the page became interactive stays, and the page knows it', async () => {
  const form = await fillBefore((early) => {
    const name = field<HTMLInputElement>(early, '[name=name]');
    name.value = 'alex';
    name.focus();
    name.setSelectionRange(2, 2);
    field<HTMLTextAreaElement>(early, '[name=words]').value = 'hello';
    field<HTMLInputElement>(early, '[name=agreed]').click();
    field<HTMLInputElement>(early, '[value=b]').click();
    field<HTMLInputElement>(early, '[name=free]').value = 'kept';
  });
  expect(state(form)).toEqual({
    isInteractive: true,
    name: 'alex',
    words: 'hello',
    isAgreed: true,
    kind: 'b',
  });
  const name = field<HTMLInputElement>(form, '[name=name]');
  expect([name.value, name.selectionStart]).toEqual(['alex', 2]);
  expect(field<HTMLTextAreaElement>(form, '[name=words]').value).toBe('hello');
  expect(field<HTMLInputElement>(form, '[name=agreed]').checked).toBe(true);
  expect(field<HTMLInputElement>(form, '[value=b]').checked).toBe(true);
  expect(field<HTMLInputElement>(form, '[value=a]').checked).toBe(false);
  expect(field<HTMLInputElement>(form, '[name=free]').value).toBe('kept');
});

test('a form that nobody touched is left as it was drawn', async () => {
  const form = await fillBefore(() => {});
  expect(state(form)).toEqual({ isInteractive: true, name: '', words: '', isAgreed: false, kind: 'a' });
});
