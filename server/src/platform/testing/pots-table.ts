import type pg from 'pg'

/** A table with a generated key, JSON and an array. */
export const createPotsTable = (client: pg.Client) =>
  client.query(
    `create table pots (
       id bigint generated always as identity primary key, name text, due date, "order" jsonb, sizes int[])`,
  )

/** Gives the table a name that needs quotes. */
export const capitalizePotsTable = (client: pg.Client) => client.query('alter table pots rename to "Pots"')
