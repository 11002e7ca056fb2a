import { z } from 'zod';
import { ANSWER_CHARS_MAX } from './puzzle.ts';

/** The answer to what identity.captcha_required has asked; nothing before that. */
export const captchaAnswer = z.string().max(ANSWER_CHARS_MAX).optional();
