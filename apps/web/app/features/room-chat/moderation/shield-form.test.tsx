import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { refusal, stubServer } from '#app/shared/testing/stub-server.ts';
import { ShieldForm } from './shield-form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const SAVE = 'POST /chat/ada/shield';
const shield = {
  shield: false,
  slow_mode_seconds: 0,
  followers_only: false,
  links_allowed: true,
  banned_words: ['rubbish'],
};

const show = async (reply: unknown) => {
  const sent = stubServer({ 'GET /chat/ada/shield': shield, [SAVE]: reply });
  renderPage(<ShieldForm room="ada" />);
  await screen.findByLabelText('Words held for review');
  return sent;
};
const words = () => screen.getByLabelText<HTMLTextAreaElement>('Words held for review');
const button = () => screen.getByText('Save words').closest('button')!;
const save = async (text: string) => {
  fireEvent.change(words(), { target: { value: text } });
  await act(async () => fireEvent.click(button()));
};

test('words that the server did not take stay in the field, to be saved again', async () => {
  await show(refusal(503, 'common.unavailable'));
  await save('rubbish\nboring');
  await screen.findByText('Temporarily unavailable. Please retry.');
  expect(words().value).toBe('rubbish\nboring');
  expect(button().disabled).toBe(false);
});

test('lines that are no words are named and stay in the field; the others are saved', async () => {
  const long = 'a'.repeat(41);
  const sent = await show({ ...shield, banned_words: ['rubbish', 'boring'] });
  await save(`rubbish\nx\n\nboring\n${long}`);
  await screen.findByText(new RegExp(`2 lines were not saved: x, ${long}`, 'u'));
  expect(sent.at(-1)).toMatchObject({ call: SAVE, body: { banned_words: ['rubbish', 'boring'] } });
  expect(words().value).toContain(long);
  await save('rubbish\nboring');
  expect(screen.queryByText(/not saved/u)).toBeNull();
  expect(button().disabled).toBe(true);
});

test('of more than 200 words the last ones are named', async () => {
  await show(shield);
  await save(Array.from({ length: 205 }, (_, at) => `word${at}`).join('\n'));
  await screen.findByText(/5 lines were not saved: word200, word201, word202, …/u);
});
