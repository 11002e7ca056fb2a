import type { Routes } from '../call.ts';

export const cardsRoutes = {
  listCards: ['GET', '/billing/cards'],
  startCard: ['POST', '/billing/cards/start'],
  makeCardDefault: ['POST', '/billing/cards/{id}/default'],
  deleteCard: ['POST', '/billing/cards/{id}/delete'],
  signCard: ['POST', '/billing/cards/{id}/affidavit'],
} as const satisfies Routes;
