import type { Routes } from '../call.ts';

export const scheduleRoutes = {
  getSchedule: ['GET', '/chat/{username}/schedule'],
  remindOfStream: ['POST', '/chat/{username}/schedule/{id}/remind'],
  getOwnSchedule: ['GET', '/broadcast/schedule'],
  saveStream: ['POST', '/broadcast/schedule/{id}'],
  removeStream: ['POST', '/broadcast/schedule/{id}/remove'],
  cancelStreamDate: ['POST', '/broadcast/schedule/{id}/dates/{date}'],
} as const satisfies Routes;
