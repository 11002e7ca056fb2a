import { expect, test } from 'vitest';
import { pageOfMail } from './mail-page.ts';

test('the page of a mail says what its text says, with a button for the address that stands alone', () => {
  const html = pageOfMail({
    subject: 'A <new> link',
    text: 'Hello anna,\nhere it is:\n\nhttps://klieg.example/reset/a?b=1&c=2\n\nNot you? See https://klieg.example/support.',
  });
  expect(html).toContain('<title>A &lt;new&gt; link</title>');
  expect(html).toContain('Hello anna,<br>here it is:');
  expect(html.match(/href="https:\/\/klieg\.example\/reset\/a\?b=1&amp;c=2"/g)).toHaveLength(2);
  expect(html).toContain('<a href="https://klieg.example/support" ');
  expect(html).toContain('</a>.</p>');
});

test('nothing in a text becomes a part of the page, and nothing is fetched', () => {
  const html = pageOfMail({
    subject: '"><script>',
    text: '<img src=x onerror=alert(1)>\n\njavascript:alert(1)\n\nhttps://x.example/"onmouseover="a',
  });
  expect(html).not.toMatch(/<script|<img|<link|href="javascript|"onmouseover/);
});
