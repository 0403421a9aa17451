import { parseArgs } from 'node:util'
import type { CopyProgress } from './copy-company'

export const moveCompanyUsage = `Usage:
  npm run move-company -- --company ID --from URL --to URL [--from-files FOLDER --to-files FOLDER]
      [--router SOCKET]
Moves a company from one cell to another while both run. The addresses are those of DATABASE_URL in each cell, as a
superuser; the environment may give them as FROM_DATABASE_URL and TO_DATABASE_URL, so that no list of processes shows
their passwords. PostgreSQL of the second cell must reach the first address too. The folders are the data folders of
cells that keep files on their disks. DIRECTORY_URL and the secrets are those of the cells. The socket is the one by which
HAProxy takes commands. It may be interrupted and repeated.

  … --undo              takes a move back that has not switched the company yet
  … --remove --confirm "NAME OF THE COMPANY"
                        deletes what a moved company left in the first cell`

export interface MoveCompanyCommand {
  readonly act: 'move' | 'undo' | 'remove'
  readonly company: number
  readonly from: string
  readonly to: string
  /** The folders with the files of both cells. Null: both cells use the same bucket. */
  readonly folders: { readonly from: string; readonly to: string } | null
  /** The path of HAProxy's control socket. Null: the operator changes the routing by hand. */
  readonly router: string | null
  /** The company's name, by which the operator confirms that its rows may be deleted. */
  readonly confirmed: string
}

const options = {
  company: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  'from-files': { type: 'string' },
  'to-files': { type: 'string' },
  router: { type: 'string' },
  undo: { type: 'boolean' },
  remove: { type: 'boolean' },
  confirm: { type: 'string' },
} as const

export function parseMoveCompanyCommand(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): MoveCompanyCommand | null {
  const given = valuesOf(words)
  if (given === null) return null
  const { undo = false, remove = false, confirm = '' } = given
  const company = Number(given.company)
  const from = given.from ?? environment.FROM_DATABASE_URL
  const to = given.to ?? environment.TO_DATABASE_URL
  const [fromFiles, toFiles] = [given['from-files'], given['to-files']]
  if (!Number.isInteger(company) || company < 1 || from === undefined || to === undefined) return null
  if ((undo && remove) || remove !== (confirm !== '')) return null
  if ((fromFiles === undefined) !== (toFiles === undefined)) return null
  return {
    act: undo ? 'undo' : remove ? 'remove' : 'move',
    company,
    from,
    to,
    folders: fromFiles === undefined || toFiles === undefined ? null : { from: fromFiles, to: toFiles },
    router: given.router ?? null,
    confirmed: confirm,
  }
}

function valuesOf(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options }).values
  } catch {
    return null
  }
}

/** One line of progress: `41,000 of 72,000 rows copied, about 8 seconds left`. */
export function copyProgressLine({ rows, allRows }: CopyProgress, elapsedMs: number): string {
  const grouped = (count: number) => count.toLocaleString('en')
  const left = rows === 0 ? null : Math.round(((elapsedMs / rows) * (allRows - rows)) / 1_000)
  const time =
    left === null
      ? 'time left unknown'
      : left < 90
        ? `about ${left} seconds left`
        : `about ${Math.round(left / 60)} minutes left`
  return `${grouped(rows)} of ${grouped(allRows)} rows copied, ${time}`
}
