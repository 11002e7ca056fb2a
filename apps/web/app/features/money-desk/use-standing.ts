import type { AnswerOf, Api } from '@klieg/contract';
import { useEffect } from 'react';
import { deskApi } from './desk-api.ts';
import { type Desk, useDesk } from './use-desk.ts';
import { type StaffQueue, useQueueNews } from './use-queue-news.ts';

export type Standing = AnswerOf<Api['readStanding']>;

const QUEUES: readonly StaffQueue[] = ['live', 'media', 'identity', 'complaint', 'illegal', 'appeal'];
/** Rooms come and go without anybody telling it. */
const AGAIN_MS = 60_000;

/** The visitor's waiting work, and live rooms; read again when a queue changes, and each minute. */
export function useStanding(): Desk<Standing> {
  const desk = useDesk('standing', (signal) => deskApi.readStanding({ signal }));
  const { reload } = desk;
  useQueueNews(QUEUES, reload);
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [reload]);
  return desk;
}
