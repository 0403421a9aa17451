import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keyToJson } from '@balcao/whatsapp/key-json'
import type { ImportedWhatsappSession } from '@balcao/whatsapp/moved-session'
import type { SourceFixture } from './whaticket-source'

/** Stores a session as ticketz does: credentials in the connection's row, each key in a row of its own. */
export async function storeAsTicketz(
  source: Pick<SourceFixture, 'run'>,
  whatsappId: number,
  { creds, keys }: ImportedWhatsappSession,
): Promise<void> {
  const session = keyToJson({ creds, keys: {} })
  await source.run('update "Whatsapps" set session = $2 where id = $1', [whatsappId, session])
  await source.run(
    `insert into "BaileysKeys" ("whatsappId", type, key, value)
     select $1, type, key, value from unnest($2::text[], $3::text[], $4::text[]) as k (type, key, value)`,
    [
      whatsappId,
      keys.map(({ type }) => type),
      keys.map(({ id }) => id),
      keys.map(({ value }) => keyToJson(value)),
    ],
  )
}

const groups: Readonly<Record<string, string>> = {
  'pre-key': 'preKeys',
  session: 'sessions',
  'sender-key': 'senderKeys',
  'app-state-sync-key': 'appStateSyncKeys',
  'app-state-sync-version': 'appStateVersions',
  'sender-key-memory': 'senderKeyMemory',
}

/** As Whaticket and forks do: one JSON of credentials and six groups; what they don't know is `undefined`. */
export async function storeAsWhaticket(
  source: Pick<SourceFixture, 'run'>,
  whatsappId: number,
  { creds, keys }: ImportedWhatsappSession,
): Promise<void> {
  const grouped: Record<string, Record<string, unknown>> = {}
  for (const { type, id, value } of keys) {
    const group = groups[type] ?? 'undefined'
    grouped[group] = { ...grouped[group], [id]: value }
  }
  const session = keyToJson({ creds, keys: grouped })
  await source.run('update "Whatsapps" set session = $2 where id = $1', [whatsappId, session])
}

/** As Baileys' `useMultiFileAuthState` does. */
export async function storeAsFolder(folder: string, { creds, keys }: ImportedWhatsappSession): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'creds.json'), keyToJson(creds))
  for (const { type, id, value } of keys) {
    const name = `${type}-${id}.json`.replaceAll('/', '__').replaceAll(':', '-')
    await writeFile(join(folder, name), keyToJson(value))
  }
}
