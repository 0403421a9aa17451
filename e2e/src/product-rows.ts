import type pg from 'pg'
import { type TableRows, tableRows } from '../../server/src/platform/testing/table-rows'
import type { Product } from './product'
import { atTheDatabase, onDatabase, rowsAtTheDatabase } from './product-database'

/** The rows of one table of the product's embedded database. */
export function tableAt(product: Product, table: string): TableRows {
  const query = (text: string, values: unknown[]) =>
    onDatabase(product, 'balcao', (owner) => owner.query(text, values))
  return tableRows({ query } as unknown as pg.Pool, table) // it only queries
}

/** Stores messages in the ticket, in the order of these texts. Every third one is of the shop. */
export async function storeMessages(
  product: Product,
  ticketId: number,
  texts: readonly string[],
): Promise<void> {
  await rowsAtTheDatabase(
    product,
    `insert into messages (company_id, ticket_id, contact_id, whatsapp_id, body, from_me, is_read, created_at, updated_at)
     select t.company_id, t.id, t.contact_id, gen_random_uuid()::text, body, n % 3 = 0, true, now(), now()
     from tickets t, unnest($2::text[]) with ordinality as texts (body, n) where t.id = $1 order by n`,
    [ticketId, texts],
  )
}

/** Creates the next invoice of a company, unless it has it: the job would do so within a minute. */
export async function oweNextInvoice(product: Product, company: string): Promise<void> {
  await rowsAtTheDatabase(
    product,
    `insert into invoices (company_id, detail, value, due_date, created_at, updated_at)
     select c.id, p.name, p.value, c.due_date, now(), now()
     from companies c join plans p on p.id = c.plan_id where c.name = $1 on conflict do nothing`,
    [company],
  )
}

/** The database refuses messages with this text, in place of an unforeseen error. Returns what ends it. */
export async function refuseMessages(product: Product, text: string): Promise<() => Promise<void>> {
  await atTheDatabase(
    product,
    `create function refuse_message() returns trigger language plpgsql as
     $$ begin raise exception 'refused by the test' using errcode = '22000'; end $$;
     create trigger refuse_message before insert on messages for each row when (new.body = '${text}')
       execute function refuse_message()`,
  )
  return () => atTheDatabase(product, 'drop trigger refuse_message on messages; drop function refuse_message')
}

/** The numbers of rows of a company, while and after it moves in. Undefined: there is no such company. */
export async function movedRowsOf(
  product: Product,
  company: string,
): Promise<Record<'messages' | 'ids' | 'tickets' | 'events', number> | undefined> {
  const [found] = await rowsAtTheDatabase<Record<'messages' | 'ids' | 'tickets' | 'events', number>>(
    product,
    `select count(m.id)::int as messages, count(distinct m.whatsapp_id)::int as ids,
       (select count(*)::int from tickets t where t.company_id = c.id) as tickets,
       (select count(*)::int from ticket_events e where e.company_id = c.id) as events
     from companies c left join messages m on m.company_id = c.id where c.name = $1 group by c.id`,
    [company],
  )
  return found
}

/** Holds the lock that migrations take, until the connection ends. */
export async function holdMigrationLock(client: pg.Client): Promise<void> {
  await client.query(`select pg_advisory_lock(hashtext('balcao migrate'))`)
}
