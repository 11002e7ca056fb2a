import type { Database } from '../../apps/site/src/platform/postgres/index.ts';

/* The same answers by SQL: the first page of a list in its order, how many there are, and what further filters leave. */

/** What is asked for. */
export interface Asked {
  readonly gender?: string;
  readonly tags: readonly string[];
  readonly languages: readonly string[];
  readonly isLive: boolean;
  readonly place: string;
}

const HALF_A_MONTH = 1_296_000;

const matching = `
  select a.id, a.gender, a.tags, a.languages, a.country_code, a.settings, a.created_at, coalesce(r.status, 'offline') status,
    r.started_at, r.last_online_at, r.rating_counts
  from accounts a left join rooms r on r.account_id = a.id
  where a.type = 'model' and a.compliance_status = 'approved' and a.suspended_at is null
    and ($1::text is null or a.gender = $1) and (cardinality($2::text[]) = 0 or a.tags && $2)
    and (cardinality($3::text[]) = 0 or a.languages && $3) and (not $4::boolean or r.status <> 'offline')
    and not a.settings->'blocked_countries' ? $5`;

const page = `
  with found as (${matching})
  select id, count(*) over () total from found
  order by case when status in ('online', 'limited') then 2 when status = 'offline' then 0 else 1 end desc,
    3.0 * (coalesce((select sum(n * i * 20) from unnest(rating_counts) with ordinality c(n, i)), 0) + 800)
      / (coalesce((select sum(n) from unnest(rating_counts) n), 0) + 10) / 100
      + 3 * greatest(0, 1 - extract(epoch from now() - created_at) / ${2 * HALF_A_MONTH})
      + 2 * greatest(0, 1 - extract(epoch from now() - coalesce(started_at, 'epoch')) / 900) desc,
    coalesce(started_at, last_online_at) desc, id
  limit 98`;

const counts = `
  with found as (${matching})
  select 'tag' kind, tag value, count(*)::int n from found, unnest(tags) tag group by tag
  union all select 'language', language, count(*)::int from found, unnest(languages) language group by language
  union all select 'gender', gender, count(*)::int from found group by gender
  union all select 'cost', settings->>'private_cost', count(*)::int from found group by settings->>'private_cost'`;

const values = (asked: Asked): unknown[] => [
  asked.gender ?? null,
  [...asked.tags],
  [...asked.languages],
  asked.isLive,
  asked.place,
];

export const makeSqlLists = ({ pool }: Pick<Database, 'pool'>) => ({
  page: (asked: Asked) => pool.query<{ id: string; total: string }>(page, values(asked)),
  counts: (asked: Asked) => pool.query<{ kind: string; value: string; n: number }>(counts, values(asked)),
  named: (prefix: string) =>
    pool.query(
      `select a.username from accounts a left join rooms r on r.account_id = a.id
       where a.type = 'model' and (a.username || ' ' || lower(a.display_name)) ~ $1
       order by r.status is distinct from 'offline' desc, a.username limit 6`,
      [`(^|[ _&-])${prefix}`],
    ),
});
