import type { Routes } from '../call.ts';

export const sharecamRoutes = {
  requestSharecam: ['POST', '/sharecam/{username}/request'],
  acceptSharecam: ['POST', '/sharecam/request/{id}/accept'],
  declineSharecam: ['POST', '/sharecam/request/{id}/decline'],
  publishSharecam: ['POST', '/sharecam/{username}/publish'],
  stopSharecam: ['POST', '/sharecam/{username}/stop'],
} as const satisfies Routes;
