import { verifyTextGateway } from '../../features/phones/index.ts';
import { verifyMailServer } from '../../platform/mail/index.ts';
import type { Config } from '../config.ts';
import { fail, type Finding, ok, sayError, warn } from './finding.ts';

/** Whether mail is taken: connects and logs in, and sends nothing. */
export async function checkMail({ mailUrl }: Pick<Config, 'mailUrl'>): Promise<Finding[]> {
  if (!mailUrl)
    return [
      warn(
        'mail',
        'MAIL_URL is missing: mails are kept and reach nobody, so followers are not told when a room goes live',
      ),
    ];
  try {
    await verifyMailServer(mailUrl);
    return [ok('mail', 'the server takes our log-in')];
  } catch (error) {
    return [fail('mail', `${sayError(error)}: mend MAIL_URL or the mail server`)];
  }
}

/** Whether text messages can be sent: asks the gateway without sending any. */
export async function checkTexts({ sms }: Pick<Config, 'sms'>): Promise<Finding[]> {
  if (!sms)
    return [
      warn('sms', 'SMS_URL is missing: phone numbers cannot be confirmed, and nobody gets text messages'),
    ];
  try {
    const status = await verifyTextGateway(sms);
    return status === 401 || status === 403
      ? [fail('sms', `the gateway answers ${status}: mend SMS_TOKEN`)]
      : [ok('sms', 'the gateway answers; whether it takes messages shows with the first one')];
  } catch (error) {
    return [fail('sms', `${sayError(error)}: mend SMS_URL or the gateway`)];
  }
}

/** Whether tokens can be bought. Only the sandbox exists as a biller so far. */
export function checkBiller({
  isSandboxWanted,
  isLocal,
  demo,
  databaseUrl,
}: Pick<Config, 'isSandboxWanted' | 'isLocal' | 'demo' | 'databaseUrl'>): Finding[] {
  const mayBeDemo = isLocal && (demo ?? databaseUrl === undefined);
  return isSandboxWanted || mayBeDemo
    ? [warn('biller', 'the sandbox at most: its test cards buy tokens, no money moves')]
    : [warn('biller', 'none is set up: buying tokens is closed')];
}
