import type pg from 'pg'

/** Inserts companies without further data, numbered from 1 in a fresh database, for tests of the database itself. */
export async function makeBareCompanies(owner: pg.Client, names: readonly string[]): Promise<void> {
  await owner.query(`
    insert into plans (name, users, connections, queues, value, use_campaigns, use_kanban, use_open_ai,
      use_integrations, use_schedules, use_internal_chat, use_external_api, created_at, updated_at)
    values ('Plano', 9, 9, 9, 1, true, true, true, true, true, true, true, now(), now())`)
  await owner.query(
    `insert into companies (name, plan_id, due_date, created_at, updated_at)
     select n.name, p.id, '2030-01-01', now(), now() from plans p, unnest($1::text[]) with ordinality as n (name, at)
     order by n.at`,
    [names],
  )
}
