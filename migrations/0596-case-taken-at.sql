-- Since when somebody looks into a case, so that one whose moderator went away can be taken over; null: for long.
alter table reports add column assigned_at timestamptz;
