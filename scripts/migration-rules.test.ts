import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findBreaking } from './migration-rules.ts';

/** The last file from before there was a version in use. */
const LAST_FREE = '0222-recent-spend.sql';
const folder = new URL('../migrations/', import.meta.url);

test('no migration breaks or stops the version that serves while it runs', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql') && name > LAST_FREE);
  expect(names.length).toBeGreaterThan(0);
  const found = names.flatMap((name) =>
    findBreaking(readFileSync(new URL(name, folder), 'utf8')).map((fault) => `${name}: ${fault}`),
  );
  expect(found).toEqual([]);
});

test.each([
  'drop table old_things;',
  'alter table accounts drop column tags;',
  'alter table accounts rename column tags to labels;',
  'alter table accounts rename to people;',
  'drop function ledger.apply(int);',
  'alter table accounts alter column tags type jsonb;',
  'alter table accounts alter column tags set not null;',
  'alter table accounts add column a int default 1, add column b text not null;',
  'alter table accounts add column b text not null, add column a int default 1;',
  'alter table accounts add constraint adult check (age > 17);',
  'alter table orders add constraint of_account foreign key (account_id) references accounts;',
  'alter table orders add unique (transfer_id);',
  'create index orders_state on orders (state);',
  'create unique index orders_state on orders (state);',
  "update accounts set about = '' where about is null;",
  'delete from notices where id < 1000;',
  'truncate notices;',
  'alter table accounts drop tags;',
  'do $$ begin alter table accounts drop column tags; end $$;',
  'alter table accounts add site text not null;',
  "alter table accounts add column site text not null check (site <> 'default');",
  'alter table accounts alter tags type jsonb;',
  'alter table accounts alter tags set not null;',
  'alter table accounts add check (age > 17);',
  '-- A reason that allows nothing.\ndrop table old_things;',
])('%s is told', (statement) => {
  expect(
    findBreaking(`create table other (a int);\n${statement}\ncomment on table other is 'x';`),
  ).toHaveLength(1);
});

test.each([
  'create table things (id int primary key, name text not null check (name > 0));\ncreate index things_name on things (name);',
  'alter table accounts add column site text;',
  "alter table accounts add column site text not null default 'klieg';",
  "alter table accounts add column a int not null default 1, add column b text default '';",
  'alter table accounts add constraint adult check (age > 17) not valid;',
  'alter table accounts validate constraint adult;',
  'alter table accounts drop constraint adult;',
  'alter table accounts alter tags drop default;',
  "alter table accounts add site text not null default 'klieg';",
  'do $$ begin if true then create role x; end if; end $$;',
  'alter table accounts alter column tags drop not null;',
  'create index concurrently orders_state on orders (state);',
  'create or replace function f() returns void language sql as $$ delete from notices; drop table x; $$;',
  'create table a (id int references b on delete cascade on update cascade);',
  '-- allowed: the table has a row for each room, some thousands at most.\ncreate index rooms_mode on rooms (mode);',
])('%s is fine', (statement) => {
  expect(findBreaking(statement)).toEqual([]);
});
