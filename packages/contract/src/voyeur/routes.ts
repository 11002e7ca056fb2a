import type { Routes } from '../call.ts';

export const voyeurRoutes = {
  getVoyeur: ['GET', '/voyeur/{username}'],
  buyVoyeurTime: ['POST', '/voyeur/{username}/time'],
  stopVoyeurTime: ['POST', '/voyeur/{username}/time/stop'],
  takeVoyeurControl: ['POST', '/voyeur/{username}/control'],
  stopVoyeurControl: ['POST', '/voyeur/{username}/control/stop'],
  getVoyeurHouse: ['GET', '/broadcast/cameras'],
  openVoyeurCamera: ['POST', '/broadcast/cameras/{name}/open'],
  closeVoyeurCamera: ['POST', '/broadcast/cameras/{name}/close'],
  showVoyeurCamera: ['POST', '/broadcast/cameras/{name}/show'],
  createVoyeurKey: ['POST', '/broadcast/cameras/{name}/key'],
} as const satisfies Routes;

/** Called by staff. */
export const voyeurStaffRoutes = {
  listVoyeurRooms: ['GET', '/admin/voyeur'],
  setVoyeurRoom: ['POST', '/admin/voyeur/{username}'],
} as const satisfies Routes;
