import type { VoyeurCamera } from '@klieg/contract/features/voyeur/limits';
import type { Answer } from '../../shared/api/answers.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { sendSurely } from '../../shared/api/send-surely.ts';

/** A house as this person may watch it. */
export type HouseTold = Answer<'getVoyeur'>;

export const readHouse = (username: string): Promise<HouseTold> =>
  lateApi.getVoyeur({ params: { username } });

/** Buys minutes for the price that was shown. @throws CallError */
export const buyMinutes = (username: string, minutes: number, costPerMinute: number) =>
  sendSurely(['voyeur time', username, minutes, costPerMinute], (idempotencyKey) =>
    lateApi.buyVoyeurTime({
      params: { username },
      body: { minutes, cost_per_minute: costPerMinute },
      idempotencyKey,
    }),
  );

export const stopTime = (username: string) => lateApi.stopVoyeurTime({ params: { username }, body: {} });

/** Buys a turn for the price that was shown. @throws CallError */
export const takeControl = (username: string, camera: VoyeurCamera, cost: number) =>
  sendSurely(['voyeur control', username, camera, cost], (idempotencyKey) =>
    lateApi.takeVoyeurControl({ params: { username }, body: { camera, cost }, idempotencyKey }),
  );

export const stopControl = (username: string) =>
  lateApi.stopVoyeurControl({ params: { username }, body: {} });
