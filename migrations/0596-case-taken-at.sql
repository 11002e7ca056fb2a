-- Since when somebody looks into a case, so that one whose moderator went away can be taken over.
alter table reports add column assigned_at timestamptz;
update reports set assigned_at = now() where assignee_id is not null and state = 'received';
