import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { StartUpProblem, systemOrDatabaseErrorCode } from './fatal'
import { isWellKnownSecret } from './well-known-secrets'

export interface BackupSettings {
  /** The absolute path of the folder for daily backups. Null: the product makes no backups. */
  readonly folder: string | null
  readonly passphrase: string | undefined
  readonly passphraseFile: string | undefined
  /** The time of the daily backup, by the clock and time zone of the machine. */
  readonly at: TimeOfDay
  readonly keepDays: number
  readonly keepWeeks: number
}

export interface TimeOfDay {
  readonly hour: number
  readonly minute: number
}

const count = z
  .string()
  .refine((text) => /^\d{1,4}$/.test(text), 'must be a whole number from 0 to 9999')
  .transform(Number)

export const backupEnvironmentFields = {
  BACKUP_DIR: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  BACKUP_PASSPHRASE: z.string().optional(),
  BACKUP_PASSPHRASE_FILE: z.string().optional(),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 03:00')
    .default('03:00'),
  BACKUP_KEEP_DAYS: count.default(7),
  BACKUP_KEEP_WEEKS: count.default(4),
}
type Fields = z.output<z.ZodObject<typeof backupEnvironmentFields>>

export function backupSettingProblems(
  given: Partial<Record<keyof typeof backupEnvironmentFields, string>>,
): string[] {
  if (given.BACKUP_PASSPHRASE && given.BACKUP_PASSPHRASE_FILE)
    return ['BACKUP_PASSPHRASE and BACKUP_PASSPHRASE_FILE exclude each other.']
  if (given.BACKUP_DIR && !given.BACKUP_PASSPHRASE && !given.BACKUP_PASSPHRASE_FILE)
    return ['BACKUP_DIR needs BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE: backups are encrypted.']
  return []
}

export function backupSettingsOf(fields: Fields): BackupSettings {
  const [hour = 0, minute = 0] = fields.BACKUP_AT.split(':').map(Number)
  return {
    folder: fields.BACKUP_DIR ?? null,
    passphrase: fields.BACKUP_PASSPHRASE,
    passphraseFile: fields.BACKUP_PASSPHRASE_FILE,
    at: { hour, minute },
    keepDays: fields.BACKUP_KEEP_DAYS,
    keepWeeks: fields.BACKUP_KEEP_WEEKS,
  }
}

const shortest = 16
const fewestDifferentCharacters = 8

/** Reads the passphrase of backups. Refuses a weak one: an attacker with a copy of a backup has years to guess it. */
export function readBackupPassphrase({
  passphrase,
  passphraseFile,
}: Pick<BackupSettings, 'passphrase' | 'passphraseFile'>): string {
  const text = (passphrase ?? (passphraseFile === undefined ? '' : readPassphrase(passphraseFile))).trim()
  if (text === '')
    throw new StartUpProblem(
      'The passphrase of the backups is missing: set BACKUP_PASSPHRASE, or BACKUP_PASSPHRASE_FILE to a file that has it.',
    )
  const isWeak =
    text.length < shortest || new Set(text).size < fewestDifferentCharacters || isWellKnownSecret(text)
  if (!isWeak) return text
  throw new StartUpProblem(
    `The passphrase of the backups can be guessed: it needs at least ${shortest} characters (openssl rand -base64 24 makes them).`,
  )
}

function readPassphrase(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new StartUpProblem(
      `BACKUP_PASSPHRASE_FILE ${path} cannot be read (${systemOrDatabaseErrorCode(cause)}).`,
      { cause },
    )
  }
}
