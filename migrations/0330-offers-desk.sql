-- What the operator sets: packages, and the prizes of the wheels.
-- A product that one kind of billers alone sells, or that is sold no more. Columns of their own, since the version before
-- offers all that is offered to everybody: a product of one kind is not offered in its sense.
alter table products
  add column only_kind text,
  add column is_enabled boolean not null default true;

-- Prizes of a wheel and how often each comes. Never changed: a spin is drawn by the plan that stood when it was given.
create table wheel_plans (
  id integer generated always as identity primary key,
  wheel text not null check (wheel in ('promo', 'vault')),
  weights integer[] not null,
  prizes integer[] not null check (cardinality(prizes) = cardinality(weights)),
  made_at timestamptz not null default now()
);
create index wheel_plans_newest on wheel_plans (wheel, id);
insert into wheel_plans (wheel, weights, prizes) values
  ('promo', '{500,300,150,45,5}', '{5,10,20,50,100}'),
  ('vault', '{500,300,150,45,5}', '{5,10,20,50,100}');

-- Null: given by a version that knew one plan, the first of its wheel.
alter table spin_grants add column plan integer;
