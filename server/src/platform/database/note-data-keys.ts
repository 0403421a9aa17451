import { createHmac } from 'node:crypto'
import type pg from 'pg'
import type { DataKeys } from '../encryption'
import { StartUpProblem } from '../fatal'

/**
 * Compares the data keys of this start with the noted fingerprints, and notes new ones. Throws StartUpProblem when a key
 * of a noted name is another one, or when none of them is noted: the keys belong to another installation, for example
 * those of a second machine that made its own. `areLost`: the noted keys are lost for good, and these replace them.
 */
export async function noteDataKeys(owner: pg.Client, { keys }: DataKeys, areLost: boolean): Promise<void> {
  if (areLost) await owner.query('delete from data_keys')
  const { rows } = await owner.query<{ name: string; fingerprint: string }>(
    'select name, fingerprint from data_keys',
  )
  const noted = new Map(rows.map(({ name, fingerprint }) => [name, fingerprint]))
  const given = [...keys].map(([name, key]) => ({ name, fingerprint: fingerprintOf(key) }))
  const known = given.filter(({ name }) => noted.has(name))
  const isOther =
    known.some(({ name, fingerprint }) => noted.get(name) !== fingerprint) ||
    (noted.size > 0 && known.length === 0)
  if (isOther) throw new StartUpProblem(otherKeys)
  await owner.query(
    'insert into data_keys (name, fingerprint) select * from unnest($1::text[], $2::text[]) on conflict do nothing',
    [given.map(({ name }) => name), given.map(({ fingerprint }) => fingerprint)],
  )
}

const otherKeys =
  'The data keys of this start are not those with which this database was made. Give every process the same secrets: ' +
  'copy secrets.json, or set BALCAO_SECRET_DATA_KEYS. If the former keys are lost for good, "delete from data_keys" ' +
  'as the owner of the database lets this start in: the numbers must then be linked again and credentials typed again.'

/** Tells keys apart, and says nothing about them. */
function fingerprintOf(key: Buffer): string {
  return createHmac('sha256', key).update('fingerprint of a data key').digest('hex').slice(0, 32)
}
