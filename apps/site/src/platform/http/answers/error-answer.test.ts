import { AppError } from '@klieg/kernel';
import { expect, test } from 'vitest';
import { answerError } from './error-answer.ts';

const meant = (code: string) => Object.assign(new Error('of the database'), { code });

test.each(['40001', '40P01', '55P03'])('a conflict in the database (%s) may be asked again', (code) => {
  for (const error of [meant(code), new AppError('common.internal', { cause: meant(code) })]) {
    const { httpStatus, body } = answerError(error, 'r-1');
    expect(httpStatus).toBe(503);
    expect(body).toMatchObject({ status: 0, code: 'common.unavailable', request_id: 'r-1' });
  }
});

test.each([meant('23505'), meant('ECONNRESET'), new Error('a bug'), 'thrown text', undefined])(
  'what nobody has foreseen is an internal fault, of which nothing leaves: %s',
  (error) => {
    const { httpStatus, body } = answerError(error, 'r-2');
    expect(httpStatus).toBe(500);
    expect(body).toMatchObject({ code: 'common.internal', params: {} });
    expect(JSON.stringify(body)).not.toMatch(/database|bug|thrown/);
  },
);
