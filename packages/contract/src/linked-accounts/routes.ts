import type { Routes } from '../call.ts';

export const linkedAccountsRoutes = {
  listLinkedAccounts: ['GET', '/user/linked_accounts'],
  linkAccount: ['POST', '/user/linked_accounts'],
  switchAccount: ['POST', '/user/linked_accounts/{id}/switch'],
  unlinkAccount: ['POST', '/user/linked_accounts/{id}/delete'],
} as const satisfies Routes;
