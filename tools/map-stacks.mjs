import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, resolve } from 'node:path'

/**
 * Names our sources in the stacks of a bundle. The map is read with the first stack, and its memory is free to be
 * collected after it: Node's own support reads it at the start and keeps it.
 * @param {string} bundle
 */
export function mapStacks(bundle) {
  /** @type {WeakRef<SourceMap> | undefined} */
  let known
  const mapOfBundle = () => {
    const map = known?.deref() ?? new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')))
    known = new WeakRef(map)
    return map
  }
  Error.prepareStackTrace = (error, frames) => {
    const toName = isReadInVain(frames[0]) ? [] : frames
    const named =
      isOfWrite(error) || isOfLostDatabase(error)
        ? String
        : (/** @type {NodeJS.CallSite} */ frame) => mapped(frame, bundle, mapOfBundle)
    const lines = toName.map((frame) => `    at ${named(frame)}`)
    return [headOf(error), ...lines].join('\n')
  }
}

/**
 * Baileys reads two stacks for each query that it sends, in case no answer comes. Naming the sources in them took a ninth
 * of the processor's time while answering, because the map was collected and read again.
 * @param {NodeJS.CallSite | undefined} frame
 */
function isReadInVain(frame) {
  const name = frame?.getFunctionName()
  return name === 'promiseTimeout' || name === 'delayCancellable'
}

/**
 * Node reads the stack of each failed write to a socket, such as one to a page that has gone. Reading the map for it took a
 * tenth of a start's time and 33 MB, because PostgreSQL refuses the first connection.
 * @param {unknown} error
 */
function isOfWrite(error) {
  return error instanceof Error && 'syscall' in error && error.syscall === 'write'
}

/**
 * The errors that every process logs while it waits for a lost database and starts again: their messages say it all. Reading
 * the map for them took 80 to 155 ms of the processor's time in each process, a fifth of what the start took.
 * @param {unknown} error
 */
function isOfLostDatabase(error) {
  if (!(error instanceof Error)) return false
  const isEnding = 'code' in error && String(error.code).startsWith('57P') // PostgreSQL stops, or starts up
  return (
    isEnding ||
    ['DatabaseTrouble', 'StartUpProblem'].includes(error.name) ||
    /^(Connection terminated|the database is lost)/.test(error.message)
  )
}

/** @param {NodeJS.CallSite} frame @param {string} bundle @param {() => SourceMap} mapOfBundle */
function mapped(frame, bundle, mapOfBundle) {
  const text = String(frame)
  if (frame.getFileName() !== bundle) return text
  const line = frame.getLineNumber() ?? 1
  const column = frame.getColumnNumber() ?? 1
  const entry = mapOfBundle().findEntry(line - 1, column - 1)
  if (!('originalSource' in entry) || !entry.originalSource) return text // a package's
  const source = resolve(dirname(bundle), entry.originalSource)
  return text.replace(
    `${bundle}:${line}:${column}`,
    `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`,
  )
}

/** @param {unknown} error */
function headOf(error) {
  try {
    return String(error)
  } catch {
    return 'an error without a text'
  }
}
