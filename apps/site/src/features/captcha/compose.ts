import type { RateStore } from '../../platform/http/index.ts';
import type { Kit } from '../../platform/kit.ts';
import { makeAskForWork, type WorkLimits } from './ask-for-work.ts';
import { makeProofOfWork } from './proof-of-work.ts';

export type CaptchaFeature = ReturnType<typeof composeCaptcha>;

/** Work for visitors who suspiciously often do what strangers may do. */
export function composeCaptcha(
  kit: Pick<Kit, 'clock' | 'secretOf'>,
  { rates }: { readonly rates: RateStore },
) {
  const now = () => kit.clock.now();
  const captcha = makeProofOfWork({ secret: kit.secretOf('captcha'), now });
  return { askForWorkBeyond: (limits: WorkLimits) => makeAskForWork({ rates, captcha, now }, limits) };
}
