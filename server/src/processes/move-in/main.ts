import { existsSync } from 'node:fs'
import { open, readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { type Config, loadConfig } from '../../platform/config'
import { StartUpProblem } from '../../platform/fatal'
import { createLog } from '../../platform/log'
import { hashPassword } from '../../platform/password-hash'
import { generateSecret, loadSecrets } from '../../platform/secrets'
import { openInstallationForAdmin } from '../admin/open-for-admin'
import { abortOnSignals, printLine, progressReporter, runCommand } from '../command-line'
import { openFileStore } from '../open-file-store'
import { withMoveLock } from './hold-move'
import {
  type InstallationDisk,
  inspectSource,
  installationDiskOf,
  type SourceInspectionParameters,
  suggestMapping,
} from './look'
import { formatInspection } from './look-lines'
import { isFolder, openMediaFolder } from './media-folder'
import { type MoveInRunProgress, moveIn, type SwitchOverResult, switchOverMoveIn } from './move'
import { type MoveInCommand, moveInUsage, parseMoveInCommand } from './move-in-order'
import { detectProduct } from './products'
import { moveInProgressLine } from './progress-line'
import { moveInReportLines } from './report'
import { runSessionMove } from './sessions/run-sessions'
import { openSourceDatabase } from './source-database'
import type { MoveInAnswers } from './step'

/** `npm run move-in`: moves companies of another product into this installation, which may be running or not. */
async function main(): Promise<void> {
  const order = parseMoveInCommand(process.argv.slice(2), process.env)
  if (order === null) throw new StartUpProblem(moveInUsage)
  if (order.files !== null && !(await isFolder(order.files)))
    throw new StartUpProblem(`There is no folder ${order.files}.`)
  const stopping = abortOnSignals('Stopped. Repeat the command to continue.')
  if (order.sessions !== undefined) return runSessionMove(order, order.sessions, stopping.signal)
  const config = loadConfig(process.env)
  if (order.act === 'switch') return runSwitch(config, order, stopping.signal)
  const source = await openSourceDatabase(order.from ?? '')
  const { workplace, ownerUrl, close } = await openInstallationForAdmin(config, createLog({ level: 'fatal' }))
  const work = async (signal: AbortSignal) => {
    // Closing the connection to the source also ends a long statement there.
    signal.addEventListener('abort', () => void source.close())
    const product = detectProduct(source)
    const media = await openMediaFolder(order.files)
    const facts = { name: order.name, product, source, workplace, media, disk: installationDiskOf(config) }
    await carryOut(order, facts, async (lookOrder) => {
      // Stores files without a quota, or a company whose plan is full would lose files. They still count for
      // its plan.
      const store = await openFileStore(config, {})
      try {
        await moveIn({
          ...lookOrder,
          store,
          dataKeys: loadSecrets(config.dataFolder, process.env).dataKeys,
          mapping: await mappingIn(order.mapping),
          unusableHash: await hashPassword(generateSecret()),
          signal,
          progress: reporter(),
        })
      } finally {
        await store.close()
      }
    })
  }
  try {
    const { name } = order
    if (order.act === 'report') await work(stopping.signal)
    else await withMoveLock({ ownerUrl, name, stopping: stopping.signal }, work)
  } finally {
    await source.close()
    await close()
  }
}

async function runSwitch(config: Config, { name }: MoveInCommand, stopping: AbortSignal): Promise<void> {
  const { workplace, ownerUrl, close } = await openInstallationForAdmin(config, createLog({ level: 'fatal' }))
  try {
    const result = await withMoveLock({ ownerUrl, name, stopping }, () =>
      switchOverMoveIn({ workplace, name }),
    )
    for (const line of switchLines(result)) printLine(line)
  } finally {
    await close()
  }
}

function switchLines({ opened, closed, leaving }: SwitchOverResult): string[] {
  return [
    `Open: ${opened.join(', ') || 'none'}. Link their connections anew, or move their sessions.`,
    ...(closed.length > 0 ? [`Still closed, as in the source: ${closed.join(', ')}.`] : []),
    ...(leaving.length > 0
      ? [`Still closed, because their deletion is scheduled: ${leaving.join(', ')}.`]
      : []),
  ]
}

async function carryOut(
  { act, mapping, report, language }: MoveInCommand,
  order: SourceInspectionParameters & { readonly disk: InstallationDisk },
  run: (order: SourceInspectionParameters) => Promise<void>,
): Promise<void> {
  switch (act) {
    case 'look': {
      const found = await inspectSource(order)
      for (const line of formatInspection(found)) printLine(line)
      if (existsSync(mapping)) return printLine(`${mapping} stays as it is.`)
      await writeFile(mapping, `${JSON.stringify(suggestMapping(found), null, 2)}\n`, { mode: 0o600 })
      return printLine(`Read and change ${mapping}, then run.`)
    }
    case 'run':
      await run(order)
      return printLine(
        'Moved. Repeat it to fetch what came since; then stop the old server, run once more, and switch.',
      )
    case 'report': {
      const file = await open(report, 'w', 0o600)
      try {
        await file.write('\ufeff')
        for await (const line of moveInReportLines(order, language)) await file.write(line)
      } finally {
        await file.close()
      }
      return printLine(`The report is in ${report}.`)
    }
    case 'switch':
    case 'sessions':
      return // nothing to do: `main` handles these commands before it reads the source
  }
}

const mappingShape = z.object({
  companies: z.record(
    z.string(),
    z.object({
      move: z.boolean(),
      name: z.string().trim().min(1).max(255),
      plan: z.string().trim().min(1).exactOptional(),
    }),
  ),
  emails: z.record(z.string(), z.email().nullable()),
})

async function mappingIn(path: string): Promise<MoveInAnswers> {
  if (!existsSync(path)) throw new StartUpProblem(`There is no ${path}: look first.`)
  try {
    return mappingShape.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartUpProblem(`${path} is no mapping: ${reason}`, { cause })
  }
}

function reporter(): (progress: MoveInRunProgress) => void {
  let first: number | null = null
  const report = progressReporter<MoveInRunProgress>((progress, elapsedMs) =>
    moveInProgressLine(progress, progress.rowsDone - (first ?? 0), elapsedMs),
  )
  return (progress) => {
    first ??= progress.rowsDone
    report(progress)
  }
}

runCommand(main)
