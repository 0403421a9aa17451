import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { makeBareCompanies } from '../testing/bare-companies'
import { createTestDatabase, type TestDatabase } from '../testing/test-database'

/** The protection of company tables, read from the catalogue of the migrated database (docs/architecture.md, section 4). */
let database: TestDatabase
let owner: pg.Client
let app: pg.Client
const rows = async <Row extends object>(sql: string): Promise<Row[]> => (await owner.query(sql)).rows

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  app = new pg.Client({ connectionString: database.appUrl })
  await Promise.all([owner.connect(), app.connect()])
  await makeBareCompanies(owner, ['Uma', 'Outra'])
  await owner.query(
    `insert into settings (company_id, key, value) select id, 'call', 'enabled' from companies`,
  )
})
afterAll(async () => {
  await Promise.all([owner.end(), app.end()])
  await database.drop()
})

/** Tables without a company, each with its reason. */
const withoutCompany: Record<string, string> = {
  companies: 'is the company: its own id is the company_id of others',
  plans: 'are offered by the platform to all',
  helps: 'are shown by the platform to all',
  announcements: 'are shown by the platform to all',
  message_prices: 'are the same for all: Meta has one card',
  failed_logins: 'the e-mail may belong to no user',
  signup_attempts: 'a sign-up has no company yet',
  support_contact: 'is the platform’s, shown to all',
  platform_settings: 'hold for the whole installation',
  backups: 'are of the whole installation',
  company_moves: 'are companies that this cell does not serve, or will not',
  company_move_marks: 'belong to the mover',
  schema_migrations: 'belongs to the database',
  schema_functions: 'belongs to the database',
  data_keys: 'belong to the installation',
  cell: 'is the installation',
  living_nodes: 'is a view of nodes',
  move_ins: 'are moves of several companies from another product',
  nodes: 'are processes of the installation',
  waiting_jobs: 'lists jobs of graphile-worker, whose tables no role of the application reaches either',
}

/** Unique indexes that do not begin with the company, each with its reason. */
const uniqueOnThePlatform: Record<string, string> = {
  users_email_key: 'an e-mail signs in to one company (USER-06)',
  sign_in_sessions_by_id: 'a session is looked up by its token before its company is known',
  pix_charges_by_txid: 'the provider of payments knows a charge by it alone',
  move_in_companies_by_source: 'a company of another product becomes one company here',
  official_numbers_phone_number_id: 'Meta names a number in a webhook by it alone',
}

/** Foreign keys that no index serves, each with its reason. */
const keysWithoutIndex: Record<string, string> = {
  'companies (plan_id)': 'a plan is deleted once in years, and companies are few',
  'messages (company_id, connection_id)':
    'a connection is rarely deleted; each message writes every index of its table',
  'outbox (company_id, connection_id)': 'holds the orders of one day, and writes each three times',
  'outbox (company_id, contact_id)': 'holds the orders of one day, and writes each three times',
  'tickets (company_id, connection_id)':
    'a connection is rarely deleted; each message writes every index of its ticket',
  'tickets (company_id, queue_id)':
    'a queue is rarely deleted; each message writes every index of its ticket',
}

const companyTables = `
  select c.oid, c.relname as name, c.relrowsecurity as has_security, c.relforcerowsecurity as is_forced
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped)`

describe('ARCH 4.6 every table with a company', () => {
  it('is forced under row security, for the owner of the table too', async () => {
    const tables = await rows<{ name: string; has_security: boolean; is_forced: boolean }>(companyTables)

    expect(tables.length).toBeGreaterThan(15)
    expect(tables.filter(({ has_security, is_forced }) => !has_security || !is_forced)).toEqual([])
  })

  it('and companies itself has one policy of the company for the application, for all acts', async () => {
    const policies = await rows<{ table: string; rule: string; acts: string; kind: string }>(`
      select c.relname as table, pg_get_expr(p.polqual, p.polrelid) as rule, p.polcmd as acts,
        pg_get_expr(p.polwithcheck, p.polrelid) as on_write, p.polpermissive as kind
      from pg_policy p join pg_class c on c.oid = p.polrelid
      where 'balcao_app'::regrole = any (p.polroles)`)
    const tables = await rows<{ name: string }>(companyTables)

    const key = (table: string) => (table === 'companies' ? 'id' : 'company_id')
    expect(policies.map(({ table }) => table).sort()).toEqual(
      ['companies', ...tables.map(({ name }) => name)].sort(),
    )
    for (const policy of policies) {
      // Without a separate rule for writing, PostgreSQL applies this one to writes too. The sub-select keeps plans
      // generic.
      expect(policy).toMatchObject({ acts: '*', on_write: null, kind: true })
      const rule = policy.rule.replace(/\s+/g, ' ')
      expect(rule).toBe(`(${key(policy.table)} = ( SELECT current_company() AS current_company))`)
    }
  })

  it('no policy names another role, except read policies for the search role', async () => {
    const strangers = await rows(`
      select polrelid::regclass::text as table, polcmd as acts, polroles::regrole[]::text as who from pg_policy
      where not (polroles <@ array['balcao_app'::regrole::oid, 'balcao_platform'::regrole::oid])
      order by 1`)

    const searched = ['contacts', 'messages', 'search_samples', 'ticket_tags', 'tickets']
    expect(strangers).toEqual(searched.map((table) => ({ table, acts: 'r', who: '{balcao_searcher}' })))
  })

  it('the search role is read-only: no sign-in, only its functions, and no memberships', async () => {
    const [role] = await rows(`
      select rolcanlogin, rolsuper, rolbypassrls,
        array(select proname::text from pg_proc where proowner = r.oid order by 1) as functions,
        (select count(*)::int from pg_class where relowner = r.oid) as owned,
        (select count(*)::int from pg_auth_members where member = r.oid or roleid = r.oid) as memberships,
        (select count(*)::int from information_schema.role_table_grants
          where grantee = 'balcao_searcher' and privilege_type <> 'SELECT') as writes,
        has_schema_privilege('balcao_searcher', 'public', 'create') as may_create
      from pg_roles r where rolname = 'balcao_searcher'`)

    expect(role).toEqual({
      rolcanlogin: false,
      rolsuper: false,
      rolbypassrls: false,
      functions: ['choose_contacts', 'search_contacts', 'search_tickets'],
      owned: 0,
      memberships: 0,
      writes: 0,
      may_create: false,
    })
  })

  it('cannot leave the company empty', async () => {
    const nullable = await rows(`
      select a.attrelid::regclass::text as name from pg_attribute a join (${companyTables}) t on t.oid = a.attrelid
      where a.attname = 'company_id' and not a.attnotnull`)

    expect(nullable).toEqual([])
  })

  it('has a primary key and unique indexes that begin with the company', async () => {
    const indexes = await rows<{ name: string; first: string }>(`
      select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid, 1, true) as first
      from pg_index i join (${companyTables}) t on t.oid = i.indrelid
      where i.indisunique`)
    const without = await rows(`
      select t.name from (${companyTables}) t
      where not exists (select from pg_index i where i.indrelid = t.oid and i.indisprimary)`)

    const others = indexes.filter(({ first }) => first !== 'company_id').map(({ name }) => name)
    expect(others.sort()).toEqual(Object.keys(uniqueOnThePlatform).sort())
    expect(without).toEqual([])
  })

  it('has every other index begin with the company, except those for sweeps over all companies', async () => {
    const indexes = await rows<{ name: string }>(`
      select i.indexrelid::regclass::text as name
      from pg_index i join (${companyTables}) t on t.oid = i.indrelid
      where not i.indisunique and pg_get_indexdef(i.indexrelid, 1, true) <> 'company_id'`)

    expect(indexes.map(({ name }) => name).sort()).toEqual([
      'audit_entries_over_all',
      'audit_entries_over_all_by_act',
      'campaign_slots_due',
      'campaign_writings_old',
      'campaigns_planned',
      'connections_of_token',
      'early_changes_old',
      'invoices_of_plan',
      'invoices_of_platform',
      'live_events_left',
      'message_template_checks_by_time',
      'official_numbers_by_account',
      'official_numbers_by_verify_token',
      'pix_charges_of_plan',
      'pix_charges_to_ask',
      'schedules_due',
      'schedules_leaving',
      'support_visits_by_supporter',
      'webhook_deliveries_old',
    ])
  })

  it('references other company tables by keys that include the company on both sides', async () => {
    const keys = await rows<{ name: string; own: string[]; theirs: string[] }>(`
      select k.conrelid::regclass || '.' || k.conname as name,
        array(select a.attname from unnest(k.conkey) with ordinality as c (num, at)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.num order by c.at)::text[] as own,
        array(select a.attname from unnest(k.confkey) with ordinality as c (num, at)
          join pg_attribute a on a.attrelid = k.confrelid and a.attnum = c.num order by c.at)::text[] as theirs
      from pg_constraint k
      where k.contype = 'f' and k.conrelid in (select oid from (${companyTables}) t)
        and k.confrelid in (select oid from (${companyTables}) t)`)

    expect(keys.length).toBeGreaterThan(20)
    expect(keys.filter(({ own, theirs }) => own[0] !== 'company_id' || theirs[0] !== 'company_id')).toEqual(
      [],
    )
  })

  it('has an index for every reference to a row, so that deleting the row needs no table scan', async () => {
    // The columns of the key lead an index, in any order. A partial index may exclude nulls, because they reference
    // no row.
    const keys = await rows<{ name: string }>(`
      select k.conrelid::regclass || ' (' || string_agg(a.attname, ', ' order by c.at) || ')' as name
      from pg_constraint k
      cross join unnest(k.conkey) with ordinality as c (num, at)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.num
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace
        and not exists (
          select from pg_index i
          where i.indrelid = k.conrelid and i.indisvalid
            and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
            and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || (
              select attname from pg_attribute where attrelid = k.conrelid and attnum = k.conkey[cardinality(k.conkey)]
            ) || ' IS NOT NULL)')
        )
      group by k.oid, k.conrelid`)

    expect(keys.map(({ name }) => name).sort()).toEqual(Object.keys(keysWithoutIndex).sort())
  })

  it('no key with the company is set to null as a whole when its target is deleted', async () => {
    // `set null` without a list of columns would clear company_id too, and fail.
    const cleared = await rows(`
      select conname from pg_constraint
      where contype = 'f' and confdeltype = 'n' and cardinality(conkey) > 1 and confdelsetcols is null`)

    expect(cleared).toEqual([])
  })

  it('no index or trigger of ours is on a private table of graphile-worker', async () => {
    // Its own were created before our first table.
    const ours = await rows(`
      select indexrelid::regclass::text as name from pg_index i
      where i.indrelid::regclass::text like 'graphile_worker.%' and i.indexrelid > 'companies'::regclass
      union all
      select tgname::text from pg_trigger t
      where t.tgrelid::regclass::text like 'graphile_worker.%' and not t.tgisinternal
        and t.oid > 'companies'::regclass`)

    expect(ours).toEqual([])
  })

  it('a table without a company has a reason', async () => {
    const tables = await rows<{ name: string }>(`
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
        and c.oid not in (select oid from (${companyTables}) t)`)

    expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(withoutCompany).sort())
  })
})

test('every table and sequence that a migration creates says what it is for', async () => {
  const silent = await rows(`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace
      and (c.relkind in ('r', 'p', 'v', 'm')
        or c.relkind = 'S' and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i')))
      and obj_description(c.oid, 'pg_class') is null`)

  expect(silent).toEqual([])
})

describe('T3 the application role', () => {
  it('sees no row of any company table without a company', async () => {
    const tables = [...(await rows<{ name: string }>(companyTables)), { name: 'companies' }]
    for (const { name } of tables) {
      const { rows: seen } = await app.query(`select count(*)::int as seen from ${name}`)
      expect({ name, ...seen[0] }).toEqual({ name, seen: 0 })
    }
  })

  it('writes nothing for a company other than that of its act, and moves no row there', async () => {
    const [first, second] = await rows<{ id: number }>('select id from companies order by id')
    const act = async (sql: string) => {
      await app.query('begin')
      await app.query(`select set_config('app.company_id', $1, true)`, [first?.id])
      return app.query(sql).finally(() => app.query('rollback'))
    }

    const insert = `insert into settings (company_id, key, value) values (${second?.id}, 'call', 'disabled')`
    await expect(act(insert)).rejects.toThrow(/row-level security/)
    await expect(act(`update settings set company_id = ${second?.id}`)).rejects.toThrow(/row-level security/)
    expect((await act('select 1 from settings')).rowCount).toBe(1)
  })

  it('has no company after an act', async () => {
    await app.query(`begin; select set_config('app.company_id', '1', true); commit`)

    const { rows: left } = await app.query('select current_company() as company')
    expect(left).toEqual([{ company: null }])
  })

  it('owns nothing, bypasses nothing, and belongs to no other role', async () => {
    const [role] = await rows(`
      select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
        (select count(*)::int from pg_class where relowner = r.oid) as owned,
        (select count(*)::int from pg_auth_members where member = r.oid) as memberships
      from pg_roles r where rolname = 'balcao_app'`)

    expect(role).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      owned: 0,
      memberships: 0,
    })
  })

  test.each([
    ['become the platform', 'set role balcao_platform'],
    ['lift row security', 'alter table tickets disable row level security'],
    ['add a policy', 'create policy mine on tickets using (true)'],
    ['make a table', 'create table public.mine ()'],
    ['empty a table', 'truncate tickets'],
    ['read the jobs of others', 'select * from graphile_worker._private_jobs'],
    ['read which jobs others wait for', 'select * from waiting_jobs'],
    ['add a job for another company', `select graphile_worker.add_job('media.fetch', '{"companyId": 2}')`],
    ['read failed logins', 'select * from failed_logins'],
    ['change what it did', `update audit_entries set act = 'other'`],
    ['forget what it did', 'delete from audit_entries'],
    ['change a plan', 'update plans set users = 999'],
    ['change a help video', `update helps set video = 'x'`],
    ['change an announcement', `update announcements set title = 'x'`],
    ['change a price', 'update message_prices set amount = 0'],
    [
      'make a company',
      `insert into companies (name, plan_id, due_date, created_at, updated_at)
      select 'Minha', min(id), '2030-01-01', now(), now() from plans`,
    ],
  ])('may not %s', async (_, sql) => {
    await expect(app.query(sql)).rejects.toThrow(/permission denied|must be owner|row-level security/)
  })

  it('may not become the owner', async () => {
    const { username } = new URL(database.ownerUrl)

    await expect(app.query(`set role ${pg.escapeIdentifier(username)}`)).rejects.toThrow(/permission denied/)
  })

  it('turning row security off for itself makes its queries fail', async () => {
    await app.query('set row_security = off')

    await expect(app.query('select * from tickets')).rejects.toThrow(/row-level security/)
    await app.query('reset row_security')
  })

  it('a security-definer function has a fixed path and takes no company as an argument', async () => {
    const definers = await rows<{ name: string; path: string[] | null; names: string[] | null }>(`
      select proname as name, proconfig as path, proargnames as names
      from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`)

    expect(definers.map(({ name }) => name)).toContain('enqueue_job')
    for (const { path, names } of definers) {
      expect(path?.some((setting) => setting.startsWith('search_path='))).toBe(true)
      expect(names ?? []).not.toContain('company_id')
    }
  })
})
