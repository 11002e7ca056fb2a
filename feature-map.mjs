// Tier of each server feature: a feature imports only strictly lower tiers, through its index.
// An edge inside a tier needs a line in `sameTier` with its reason. The import rules are made from this.
export const tiers = {
  identity: 0,
  ledger: 0,
  brand: 0,
  tracking: 0,
  sessions: 1,
  blocks: 2,
  reports: 2,
  settings: 2,
  rooms: 2,
  notifications: 2,
  billing: 2,
  broadcast: 3,
  people: 3,
  ratings: 3,
  'fan-club': 3,
  friends: 3,
  'room-chat': 3,
  'direct-messages': 4,
  discovery: 4,
  tipping: 4,
};

export const sameTier = [];
