import type { Mail } from '../../platform/mail/index.ts';
import type { KeptComplaint, KeptThread } from './case-store.ts';

/*
 * All mails are plain text. Subjects contain only our own words and numbers, and a confirmation repeats nothing that
 * its sender wrote, so that the form cannot be used to send somebody else a message.
 */

/** What a visitor wrote, marked apart from our own lines. */
const quote = (text: string): string =>
  text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => `> ${line}`)
    .join('\n');

/** A value in one line: nothing that a visitor typed begins a line of its own. */
const oneLine = (text: string | null): string => (text ?? '-').replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/** To the operator: a request for help. */
export const writeThreadMail = (
  { number, topic, text, email, order_id: orderId }: KeptThread,
  username: string | null,
  to: string,
): Mail => ({
  to,
  subject: `Support request ${number}: ${topic}`,
  text: [
    `Number: ${number}`,
    `Topic: ${topic}`,
    `Account: ${username ?? 'none, a guest'}`,
    `Answer to: ${oneLine(email)}`,
    `Order: ${oneLine(orderId)}`,
    '',
    quote(text),
  ].join('\n'),
});

/** To the sender: the number of the request. */
export const confirmThread = ({ number }: KeptThread, to: string, publicUrl: string): Mail => ({
  to,
  subject: `Your support request ${number}`,
  text: [
    `We have received your request. Its number is ${number}; please name it when you write again.`,
    '',
    'A person reads it and answers to this address.',
    '',
    `If you did not write to us, you can ignore this mail. Somebody has typed your address at ${publicUrl}/support.`,
  ].join('\n'),
});

/** To the operator: a complaint with its deadline. */
export const writeComplaintMail = (complaint: KeptComplaint, to: string): Mail => ({
  to,
  subject: `Complaint ${complaint.number}: ${complaint.kind}, due ${complaint.due_at.toISOString().slice(0, 16)} UTC`,
  text: [
    `Number: ${complaint.number}`,
    `Kind: ${complaint.kind}`,
    `Due: ${complaint.due_at.toISOString()}`,
    `Name: ${oneLine(complaint.name)}`,
    `Mail: ${oneLine(complaint.email)}`,
    `Phone: ${oneLine(complaint.phone)}`,
    `In the name of: ${complaint.relation}`,
    'Addresses:',
    ...complaint.urls.map((url) => `  ${oneLine(url)}`),
    '',
    quote(complaint.statement),
    '',
    `Signed: ${oneLine(complaint.signature)}`,
  ].join('\n'),
});

/** To the sender: number, time and the page that shows its progress. */
export const confirmComplaint = (
  { number, due_at: dueAt }: KeptComplaint,
  to: string,
  stateUrl: string,
): Mail => ({
  to,
  subject: `Your complaint ${number}`,
  text: [
    `We have received your complaint. Its number is ${number}.`,
    `It is to be answered by ${dueAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    '',
    `How far it is: ${stateUrl}`,
    'Keep this address to yourself: whoever has it can see the state of the complaint.',
    '',
    'If you did not write to us, you can ignore this mail.',
  ].join('\n'),
});
