import { expect, test } from 'vitest';
import { renderMarkdown } from './render-markdown.ts';

test('headings, paragraphs, lists, strong words and links become HTML', () => {
  const text = [
    '## What you pay',
    'Ten tokens\nare **one dollar**. See [support](/support).',
    '- one\n- two\n  goes on',
    '1. first\n2. second',
  ].join('\n\n');
  expect(renderMarkdown(text, {})).toBe(
    [
      '<h2 id="what-you-pay">What you pay</h2>',
      '<p>Ten tokens are <strong>one dollar</strong>. See <a class="text-link" href="/support">support</a>.</p>',
      '<ul><li>one</li><li>two goes on</li></ul>',
      '<ol><li>first</li><li>second</li></ol>',
    ].join('\n'),
  );
});

test('HTML in a text stays text', () => {
  expect(renderMarkdown('<script>alert("1")</script> & more', {})).toBe(
    '<p>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; more</p>',
  );
});

test('a link that leaves the site and a field that nobody knows are refused', () => {
  for (const target of ['https://elsewhere.example', '//elsewhere.example', 'javascript:alert(1)'])
    expect(() => renderMarkdown(`[x](${target})`, {})).toThrow('not on this site');
  expect(() => renderMarkdown('{{who}}', {})).toThrow('the field who');
  expect(renderMarkdown('{{who}}', { who: '<mark>you</mark>' })).toBe('<p><mark>you</mark></p>');
});
