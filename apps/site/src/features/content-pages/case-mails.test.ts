import { uuidv7 } from '@klieg/kernel';
import { expect, test } from 'vitest';
import { confirmComplaint, confirmThread, writeComplaintMail, writeThreadMail } from './case-mails.ts';

const EVIL = 'x\r\nBcc: victim@example.org\n<script>alert(1)</script>\u2028Subject: hello';
const thread = {
  number: 1001,
  topic: 'billing',
  text: EVIL,
  email: 'a@example.org',
  order_id: EVIL,
} as const;
const complaint = {
  id: uuidv7(),
  number: 1002,
  kind: 'privacy',
  urls: ['https://klieg.example/anna'],
  name: EVIL,
  email: 'a@example.org',
  phone: null,
  relation: 'self',
  statement: EVIL,
  signature: EVIL,
  due_at: new Date('2026-12-01T11:00:00.000Z'),
} as const;

test('what a visitor writes neither makes a subject nor begins a line in the mail to the operator', () => {
  const mails = [writeThreadMail(thread, 'anna', 'help@x'), writeComplaintMail(complaint, 'help@x')];
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Support request 1001: billing',
    'Complaint 1002: privacy, due 2026-12-01T11:00 UTC',
  ]);
  for (const { text, to } of mails) {
    expect(to).toBe('help@x');
    expect(text).toContain('> Bcc: victim@example.org');
    expect(text).not.toMatch(/^(?:Bcc|Subject|<script)/mu);
    expect(text).not.toMatch(/[\r\u2028]/u);
  }
});

test('a confirmation repeats nothing of what was written', () => {
  const mails = [
    confirmThread(thread, 'a@example.org', 'https://klieg.example'),
    confirmComplaint(complaint, 'a@example.org', 'https://klieg.example/complaints/abc'),
  ];
  for (const { subject, text } of mails) {
    expect(`${subject} ${text}`).not.toMatch(/victim|script/u);
    expect(text).toMatch(/100[12]/u);
  }
  expect(mails[1]!.text).toContain('https://klieg.example/complaints/abc');
});
