export { assert, assertNever } from './assert.ts';
export { type Clock, systemClock, toInstant } from './clock.ts';
export { AppError, type AppErrorDetail, type ErrorKind, statusOfKind } from './error.ts';
export { type AccountId, isUuidV7, randomToken, type Uuid, uuidTimeMs, uuidv7 } from './ids.ts';
export { type Log, silentLog } from './log.ts';
export { maskPersonal } from './mask-personal.ts';
export { type Cents, isWhole, modelShare, type Tokens, TOKENS_PER_DOLLAR } from './money.ts';
export { hasUnstorableText } from './text.ts';
