export { assert, assertNever } from './assert.ts';
export { type Clock, systemClock, toInstant } from './clock.ts';
export { AppError, type AppErrorDetail, type ErrorKind, statusOfKind } from './error.ts';
export { type AccountId, isUuidV7, randomToken, type Uuid, uuidTimeMs, uuidv7 } from './ids.ts';
export { type Log, makeJsonLog, silentLog } from './log.ts';
export { type Cents, isWhole, modelShare, type Tokens, TOKENS_PER_DOLLAR } from './money.ts';
export { hasUnstorableText } from './text.ts';
