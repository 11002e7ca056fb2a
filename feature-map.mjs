// Tier of each server feature: a feature imports only strictly lower tiers, through its index.
// An edge inside a tier needs a line in `sameTier` with its reason. The import rules are made from this.
export const tiers = {
  identity: 0,
  permissions: 0,
  ledger: 0,
  brand: 0,
  tracking: 0,
  sessions: 1,
  wallet: 1,
  blocks: 2,
  settings: 2,
  notifications: 2,
  billing: 2,
  compliance: 2,
  rooms: 3,
  broadcast: 4,
  people: 4,
  ratings: 4,
  friends: 4,
  tipping: 4,
  'fan-club': 4,
  discovery: 4,
  matching: 5,
  shows: 5,
  studios: 5,
  'room-games': 5,
  'room-chat': 5,
  'direct-messages': 5,
  reports: 6,
  pages: 6,
};

export const sameTier = [
  // Permissions know of an account what their own type names; the answer about oneself asks them who is staff.
  { from: 'identity', to: 'permissions' },
];
