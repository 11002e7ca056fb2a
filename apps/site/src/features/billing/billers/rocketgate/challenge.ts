import type { PostedForm } from '../port/biller-port.ts';
import type { GatewayAnswer } from './gateway.ts';

type Challenge = (answerUrl: string) => Omit<PostedForm, 'returnUrl'>;

/** Whether a card's holder may be sent to this address. */
const isPage = (url: string): boolean =>
  /^https:\/\/|^http:\/\/127\.0\.0\.1[:/]/.test(url) && URL.canParse(url);

/**
 * The page of a bank on which a card's holder confirms, with its form: the step-up of 3-D Secure 2, else the request of
 * version 1. Undefined where the answer names none.
 */
export function readChallenge(answer: GatewayAnswer): Challenge | undefined {
  const reference = answer.get('guidNo');
  if (!reference) return undefined;
  const [stepUp, jwt] = [answer.get('_3DSECURE_STEP_UP_URL'), answer.get('_3DSECURE_STEP_UP_JWT')];
  if (stepUp && jwt && isPage(stepUp))
    return (answerUrl) => ({
      url: stepUp,
      reference,
      fields: { JWT: jwt, MD: reference, TermUrl: answerUrl },
    });
  const [acs, request] = [answer.get('acsURL'), answer.get('PAREQ')];
  if (acs && request && isPage(acs))
    return (answerUrl) => ({
      url: acs,
      reference,
      fields: { PaReq: request, MD: reference, TermUrl: answerUrl },
    });
  return undefined;
}

/** What a bank's page says of the challenge, by the names that both versions use. */
export const paresOf = (posted: Readonly<Record<string, string>>): string =>
  posted['PaRes'] ?? posted['PARES'] ?? posted['Response'] ?? posted['TransactionId'] ?? '';
