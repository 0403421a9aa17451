import pg from 'pg'

/** The product's rows, read as the owner of the database, beside the product. */
export interface Records {
  rows<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>
  close(): Promise<void>
}

export async function openRecords(ownerUrl: string): Promise<Records> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2 })
  pool.on('error', () => undefined) // of a lost connection that waits: the next query opens another one
  return {
    rows: async <Row>(sql: string, values: readonly unknown[] = []) =>
      // The caller names the columns and their types.
      (await pool.query(sql, [...values])).rows as Row[],
    close: () => pool.end(),
  }
}
