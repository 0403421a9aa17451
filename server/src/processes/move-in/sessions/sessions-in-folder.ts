import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConnectionId } from '@balcao/domain/ids'
import { baileysKeyFileTypes } from '@balcao/whatsapp/session-files'
import { companyOfConnection } from '../../../features/connections/connections.queries'
import { StartUpProblem } from '../../../platform/fatal'
import type { Workplace } from '../../../platform/work'
import type { StoredSessionKey, StoredSessions } from './stored-session'

/** Key types, the longest first, because the file name `sender-key-memory-…` also begins with `sender-key`. */
const types = baileysKeyFileTypes
  .filter((type) => type !== 'creds')
  .toSorted((one, other) => other.length - one.length)
const filesAtOnce = 64

/** Reads one number's session from a folder of Baileys. The operator names the connection that gets it. */
export async function readSessionFromFolder(
  workplace: Workplace,
  folder: string,
  connectionId: ConnectionId,
): Promise<StoredSessions> {
  const found = await workplace.withPlatform('move a session in', ({ db }) =>
    db.row(companyOfConnection, { connectionId }),
  )
  if (found === null) throw new StartUpProblem(`There is no connection ${connectionId}.`)
  const names = (await readdir(folder).catch(() => [])).toSorted()
  if (!names.includes('creds.json'))
    throw new StartUpProblem(`There is no creds.json in ${folder}: name the folder of one number.`)
  const keys = names.flatMap((name) => parseKeyFileName(name) ?? [])
  const texts: string[] = []
  for (let at = 0; at < keys.length; at += filesAtOnce)
    texts.push(
      ...(await Promise.all(keys.slice(at, at + filesAtOnce).map(({ file }) => textIn(folder, file)))),
    )
  return {
    sessions: [
      {
        companyId: found.company_id,
        connectionId,
        name: found.name,
        creds: await textIn(folder, 'creds.json'),
        keys: keys.map(({ type, id }, at): StoredSessionKey => ({ type, id, text: texts[at] ?? '' })),
      },
    ],
    users: [],
  }
}

/** Reads a file of the folder. '': a running server has just removed it, and it counts as no key. */
function textIn(folder: string, file: string): Promise<string> {
  return readFile(join(folder, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return ''
    throw error
  })
}

/** Splits the name of a key file into type and id. In the id, Baileys writes `/` as `__` and `:` as `-`. */
export function parseKeyFileName(file: string): { file: string; type: string; id: string } | null {
  const type = types.find((known) => file.startsWith(`${known}-`) && file.endsWith('.json'))
  if (type === undefined) return null
  const written = file.slice(type.length + 1, -'.json'.length)
  const id =
    type === 'sender-key'
      ? written.replace(/^(.+@g\.us)--(.+)--(\d+)$/, '$1::$2::$3')
      : written.replaceAll('__', '/')
  return { file, type, id }
}
