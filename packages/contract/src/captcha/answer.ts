import { z } from 'zod';
import { ANSWER_CHARS_MAX } from './puzzle.ts';

/** The answer to the puzzle of identity.captcha_required; absent before that. */
export const captchaAnswer = z.string().max(ANSWER_CHARS_MAX).optional();
