import type { Routes } from '../call.ts';

export const ticketShowsRoutes = {
  getTicketShow: ['GET', '/limited/{username}'],
  buyTicket: ['POST', '/limited/{username}/ticket'],
  buyShowRecording: ['POST', '/limited/{username}/recording'],
  openShowRecording: ['GET', '/shows/{show_id}/recording'],
  startTicketShow: ['POST', '/limited/start'],
  endTicketShow: ['POST', '/limited/end'],
  cancelTicketShow: ['POST', '/limited/cancel'],
} as const satisfies Routes;
