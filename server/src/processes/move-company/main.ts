import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CompanyId } from '@balcao/domain/ids'
import type { CellDirectory } from '../../platform/cells/directory'
import { openPostgresCellDirectory } from '../../platform/cells/postgres-directory'
import { loadConfig } from '../../platform/config'
import { StartUpProblem } from '../../platform/fatal'
import { openDiskFileStore } from '../../platform/files/disk-file-store'
import { companyFilePartCount, type FileStore, type MovableFileStore } from '../../platform/files/file-store'
import { loadSecrets } from '../../platform/secrets'
import { abortOnSignals, printLine, progressReporter, runCommand } from '../command-line'
import { moveFiles } from '../move-files/move-files'
import { type CellDatabase, openCellDatabase } from './cell-database'
import {
  copyProgressLine,
  type MoveCompanyCommand,
  moveCompanyUsage,
  parseMoveCompanyCommand,
} from './company-order'
import {
  type CompanyMoveParameters,
  deleteRowsLeftByMovedCompany,
  type MoveStep,
  moveCompany,
  undoMove,
} from './move-company'
import { routeCompanyToCell } from './router'

/** `npm run move-company`: moves a company to another cell while both run. */
async function main(): Promise<void> {
  const order = parseMoveCompanyCommand(process.argv.slice(2), process.env)
  if (order === null) throw new StartUpProblem(moveCompanyUsage)
  const { signal } = abortOnSignals('Stopped. Repeat the command to go on, or add --undo.')
  const from = await openCellDatabase('A', order.from)
  const to = await openCellDatabase('B', order.to)
  try {
    await carryOut(order, { company: order.company, from, to, signal })
  } finally {
    await Promise.all([from.close(), to.close()])
  }
}

async function carryOut(order: MoveCompanyCommand, move: CompanyMoveParameters): Promise<void> {
  if (order.act === 'undo') {
    await undoMove(move)
    return printLine(
      'Taken back: the first cell serves the company as before, and the second has nothing of it.',
    )
  }
  if (order.act === 'remove') {
    await deleteRowsLeftByMovedCompany({
      ...move,
      name: order.confirmed,
      report: progressReporter((rows) => `${rows} rows deleted`),
    })
    return printLine(
      'The first cell has no rows of the company any more. Delete its folder of files yourself.',
    )
  }
  const directory = await openDirectory(move.to)
  const { stoppedMs } = await moveCompany({
    ...move,
    ...(directory !== null && { directory }),
    ...(order.router !== null && { leadCalls: routerLeader(order.router, move) }),
    begins: (step) => printLine(words[step]),
    progress: progressReporter(copyProgressLine),
    ...(order.folders !== null && { copyFiles: filesCopier(order.company, order.folders) }),
  })
  printLine(
    stoppedMs === null
      ? 'The company is in the second cell.'
      : `The company is in the second cell. Its calls waited for ${Math.round(stoppedMs)} ms.`,
  )
  printLine('Lead its calls there (docs/cells.md). Its rows stay in the first cell, refused, until --remove.')
  await directory?.close()
}

/** Opens the directory that says which cell has which e-mail. Null: the installation is not divided into cells. */
async function openDirectory(to: CellDatabase): Promise<CellDirectory | null> {
  const [cell] = await to.rows<{ number: number }>('select number from cell')
  if (cell === undefined) return null
  const { cell: setting, dataFolder } = loadConfig({ ...process.env, CELL: String(cell.number) })
  if (setting === null || !hasSecrets(dataFolder))
    throw new StartUpProblem(
      'Set DIRECTORY_URL and the secrets (DATA_DIR or BALCAO_SECRET_…) as in the cells.',
    )
  return openPostgresCellDirectory(setting.directoryUrl, {
    cell: cell.number,
    tokenKey: loadSecrets(dataFolder, process.env).tokenSigningKey,
    onError: (error) => process.stderr.write(`The directory cannot be reached: ${String(error)}\n`),
  })
}

/** Whether the data folder has secrets. Without them, `loadSecrets` would generate new ones. */
function hasSecrets(dataFolder: string): boolean {
  return process.env.BALCAO_SECRET_TOKEN_KEY !== undefined || existsSync(join(dataFolder, 'secrets.json'))
}

function routerLeader(router: string, { to, company }: CompanyMoveParameters): () => Promise<void> {
  return async () => {
    const [cell] = await to.rows<{ number: number }>('select number from cell')
    if (cell === undefined) throw new StartUpProblem('The second cell has no number: set CELL there.')
    await routeCompanyToCell(router, company, cell.number)
    printLine(
      `The router leads the company to cell ${cell.number}. Add "${company} ${cell.number}" to its moved.map, too.`,
    )
  }
}

const words: Readonly<Record<MoveStep, string>> = {
  check: 'Checking both cells.',
  'close cell B': 'The second cell refuses the company until it is complete.',
  'watch cell A': 'Waiting for the end of acts that began before.',
  copy: 'Copying.',
  follow: 'All tables are copied; changes follow.',
  stop: 'Stopping the company.',
  compare: 'Comparing all tables.',
  'leave cell A': 'All rows are equal: leaving the first cell.',
  'open cell B': 'Opening the second cell.',
  'lead calls': 'Leading its calls there.',
  'clean up': 'Cleaning up.',
}

/** Returns a function that copies the company's files that the other folder lacks. It may be called again. */
function filesCopier(
  company: number,
  folders: { readonly from: string; readonly to: string },
): () => Promise<void> {
  return async () => {
    const from = await openDiskFileStore({ folder: join(folders.from, 'files') })
    const to = await openDiskFileStore({ folder: join(folders.to, 'files') })
    // The operator typed the id, so it lacks the branded type of parsed ids.
    const ofCompany = { ...from, files: () => filesOf(from, company as CompanyId) }
    const { files, bytes } = await moveFiles({ from: ofCompany, to, keepsSource: true })
    printLine(`${files} files (${bytes} bytes) are in the second cell, each compared with its copy.`)
  }
}

/** Lists the company's files, including those that are being stored now. */
async function* filesOf(
  store: FileStore & MovableFileStore,
  company: CompanyId,
): ReturnType<MovableFileStore['files']> {
  const ever = new Date(8.64e15)
  for (let part = 0; part < companyFilePartCount; part += 1)
    for (const key of await store.part(company, part, ever)) {
      const file = await store.open(key)
      if (file !== null) yield { key, sizeBytes: file.sizeBytes }
    }
}

runCommand(main)
