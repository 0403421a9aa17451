import type pg from 'pg'

type Client = Pick<pg.Client, 'query'>

/** Runs this while the directory's table is missing. */
export async function withoutDirectoryTable<T>(directory: Client, run: () => Promise<T>): Promise<T> {
  await directory.query('alter table balcao_emails rename to away')
  try {
    return await run()
  } finally {
    await directory.query('alter table away rename to balcao_emails')
  }
}

/** As if so many companies had been created: the next one gets the id after this. */
export async function setNewestCompanyId(owner: Client, id: number): Promise<void> {
  await owner.query(`select setval('companies_id_seq', $1)`, [id])
}

/** Takes the id of a new company. */
export async function takeCompanyId(owner: Client): Promise<void> {
  await owner.query(`select nextval('companies_id_seq')`)
}
