import type { Routes } from '../call.ts';

export const moneyDeskRoutes = {
  listDeskOrders: ['GET', '/admin/orders'],
  getDeskOrder: ['GET', '/admin/orders/{id}'],
  refundOrder: ['POST', '/admin/orders/{id}/refund'],
  decideCharge: ['POST', '/admin/orders/{id}/charge'],
  listDisputes: ['GET', '/admin/chargebacks'],
  listPurchaseBlocks: ['GET', '/admin/purchase_blocks'],
  exportEvidence: ['POST', '/admin/chargebacks/{id}/evidence'],
  listSettlements: ['GET', '/admin/settlements'],
  uploadSettlement: ['POST', '/admin/settlements'],
  listSettlementLines: ['GET', '/admin/settlements/lines'],
  listUnreadRows: ['GET', '/admin/settlements/{id}/unread'],
  resolveSettlementLine: ['POST', '/admin/settlements/lines/{id}/resolve'],
  listAccountTransfers: ['GET', '/admin/ledger/accounts/{id}'],
  listTransfers: ['GET', '/admin/ledger/transfers'],
  getTransfer: ['GET', '/admin/ledger/transfers/{id}'],
  getStats: ['GET', '/admin/stats'],
  getMoney: ['GET', '/admin/money'],
  getLedgerHealth: ['GET', '/admin/ledger/health'],
} as const satisfies Routes;
