import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { makeDataFolder, unusableFolderProblem } from './data-folder'
import { type DataKeys, parseDataKeys } from './encryption'
import { StartUpProblem, systemOrDatabaseErrorCode } from './fatal'
import { isWellKnownSecret } from './well-known-secrets'

/** The secrets of an installation. After their loss all connections must be linked and all credentials typed again. */
export interface Secrets {
  readonly tokenSigningKey: string
  readonly linkSigningKey: string
  /** The keys that encrypt credentials and WhatsApp keys at rest. */
  readonly dataKeys: DataKeys
  readonly databaseOwnerPassword: string
  readonly databaseAppPassword: string
  readonly databasePlatformPassword: string
}

type SecretName = keyof Secrets
type MovableSecret = 'tokenSigningKey' | 'linkSigningKey' | 'dataKeys'
type Environment = Readonly<Record<string, string | undefined>>

const ENVIRONMENT_NAMES: Readonly<Record<SecretName, string>> = {
  tokenSigningKey: 'BALCAO_SECRET_TOKEN_KEY',
  linkSigningKey: 'BALCAO_SECRET_LINK_KEY',
  dataKeys: 'BALCAO_SECRET_DATA_KEYS',
  databaseOwnerPassword: 'BALCAO_SECRET_DATABASE_OWNER',
  databaseAppPassword: 'BALCAO_SECRET_DATABASE_APP',
  databasePlatformPassword: 'BALCAO_SECRET_DATABASE_PLATFORM',
}
const MIN_LENGTH = 32
// A random text of 32 characters has about twenty different characters. A typed text seldom has ten.
const FEWEST_DIFFERENT_CHARACTERS = 10

const fileSchema = z.record(z.string(), z.string())

/**
 * Reads the secrets from the environment and from `secrets.json`, a file that the first start creates. Refuses broken
 * and weak secrets, and the same text for two of them (SECURITY A1).
 */
export function loadSecrets(folder: string, environment: Environment): Secrets {
  const given = secretFields((name) => environment[ENVIRONMENT_NAMES[name]]?.trim())
  const kept = Object.values(given).every(Boolean) ? {} : readOrMake(join(folder, 'secrets.json'), folder)
  const place = (name: SecretName) =>
    given[name] ? ENVIRONMENT_NAMES[name] : `${name} in ${folder}/secrets.json`
  const texts = secretFields((name) => isStrong(given[name] || kept[name], place(name)))

  refuseRepeated(texts)
  return { ...texts, dataKeys: dataKeysOf(texts.dataKeys, place('dataKeys')) }
}

const movableNames: readonly MovableSecret[] = ['tokenSigningKey', 'linkSigningKey', 'dataKeys']

/** Returns the secrets that another installation needs to open this one's data, by their names in `secrets.json`. */
export function transferableSecrets({
  tokenSigningKey,
  linkSigningKey,
  dataKeys,
}: Secrets): Record<MovableSecret, string> {
  const keys = [...dataKeys.keys].map(([name, key]) => `${name}:${key.toString('hex')}`)
  return { tokenSigningKey, linkSigningKey, dataKeys: keys.join(',') }
}

/**
 * Stores secrets of another installation as our own. Throws if the environment has others, which would override them.
 * If the environment has all of them, the file may be read-only.
 */
export function adoptTransferredSecrets(
  folder: string,
  given: Readonly<Record<string, string>>,
  environment: Environment,
): void {
  const ofEnvironment = secretFields((name) => environment[ENVIRONMENT_NAMES[name]]?.trim())
  for (const name of movableNames) {
    const other = ofEnvironment[name]
    if (other && !isSame(name, other, given[name] ?? ''))
      throw new StartUpProblem(
        `${ENVIRONMENT_NAMES[name]} is not the secret of the backup. Unset it, or set the one of that installation.`,
      )
  }
  if (Object.values(ofEnvironment).every(Boolean)) return
  const path = join(folder, 'secrets.json')
  const own = readOrMake(path, folder)
  if (areSameTransferableSecrets(own, given)) return
  const taken = movableNames.map((name) => [name, isStrong(given[name], `${name} of the backup`)] as const)
  const draft = draftOf(path, { ...own, ...Object.fromEntries(taken) })
  renameSync(draft, path)
  flushFolderOf(path)
}

/** Whether both installations have the same secrets. The order and spelling of data keys do not matter. */
export function areSameTransferableSecrets(
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): boolean {
  return movableNames.every((name) => isSame(name, one[name] ?? '', other[name] ?? ''))
}

function isSame(name: MovableSecret, one: string, other: string): boolean {
  return name === 'dataKeys' ? sortedKeys(one) === sortedKeys(other) : one === other
}

function sortedKeys(text: string): string {
  const keys = [...(parseDataKeys(text)?.keys ?? [])].map(([name, key]) => `${name}:${key.toString('hex')}`)
  return keys.sort().join(',') || text
}

/** A secret of 256 bits, in characters that need no escaping in URLs. */
export function generateSecret(): string {
  return randomBytes(32).toString('base64url')
}

function secretFields<T>(of: (name: SecretName) => T): Record<SecretName, T> {
  return {
    tokenSigningKey: of('tokenSigningKey'),
    linkSigningKey: of('linkSigningKey'),
    dataKeys: of('dataKeys'),
    databaseOwnerPassword: of('databaseOwnerPassword'),
    databaseAppPassword: of('databaseAppPassword'),
    databasePlatformPassword: of('databasePlatformPassword'),
  }
}

function isStrong(secret: string | undefined, place: string): string {
  if (!secret)
    throw new StartUpProblem(`The secret ${place} is missing. Bring back the file it was made with.`)
  const isWeak =
    secret.length < MIN_LENGTH ||
    new Set(secret).size < FEWEST_DIFFERENT_CHARACTERS ||
    isWellKnownSecret(secret)
  if (!isWeak) return secret
  throw new StartUpProblem(
    `The secret ${place} can be guessed: it needs at least ${MIN_LENGTH} random characters (openssl rand -hex 32 makes them).`,
  )
}

function refuseRepeated(texts: Record<SecretName, string>): void {
  if (new Set(Object.values(texts)).size === Object.keys(texts).length) return
  throw new StartUpProblem('Two of the secrets are the same: each needs random characters of its own.')
}

function dataKeysOf(text: string, place: string): DataKeys {
  const keys = parseDataKeys(text)
  if (keys) return keys
  throw new StartUpProblem(
    `The secret ${place} is broken: it is a list like k1:<64 hexadecimal digits>, the key for new data first.`,
  )
}

function readOrMake(path: string, folder: string): Record<string, string> {
  makeDataFolder(folder)
  try {
    return read(path) ?? make(path)
  } catch (cause) {
    if (systemOrDatabaseErrorCode(cause) === undefined) throw cause
    throw unusableFolderProblem(folder, 'does not let Balcão keep its secrets', cause)
  }
}

function read(path: string): Record<string, string> | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (systemOrDatabaseErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
  closeToOthers(path)
  const parsed = fileSchema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  throw new StartUpProblem(
    `${path} is broken. Bring back a good copy; without it, move the file away to start with new secrets: ` +
      'the numbers must then be linked again and credentials typed again.',
  )
}

/**
 * Makes the file private again, because restoring a backup may have opened it to other users. A container may mount it
 * read-only, which is no error.
 */
function closeToOthers(path: string): void {
  try {
    chmodSync(path, 0o600)
  } catch (error) {
    if (!['EROFS', 'EPERM'].includes(systemOrDatabaseErrorCode(error) ?? '')) throw error
  }
}

// Creates the file. A crash leaves the whole file or none, because the file is synced before it gets its name. If two
// processes start at once, only one can give the name, and the other reads that file.
function make(path: string): Record<string, string> {
  const secrets = secretFields((name) =>
    name === 'dataKeys' ? `k1:${randomBytes(32).toString('hex')}` : generateSecret(),
  )
  const draft = draftOf(path, secrets)
  try {
    linkSync(draft, path)
  } catch (error) {
    if (systemOrDatabaseErrorCode(error) !== 'EEXIST') throw error
    return read(path) ?? secrets
  } finally {
    rmSync(draft)
  }
  flushFolderOf(path)
  return secrets
}

/** Writes and syncs a temporary file beside the path, and returns its path. */
function draftOf(path: string, secrets: Readonly<Record<string, string>>): string {
  const draft = `${path}.${process.pid}`
  const file = openSync(draft, 'w', 0o600)
  writeSync(file, `${JSON.stringify(secrets, null, 2)}\n`)
  fsyncSync(file)
  closeSync(file)
  return draft
}

function flushFolderOf(path: string): void {
  if (process.platform === 'win32') return // Windows cannot sync a folder
  const folder = openSync(join(path, '..'), 'r')
  fsyncSync(folder)
  closeSync(folder)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // undefined: the caller reports the file as broken
  }
}
