import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Product } from '../src/product'

/** A process of the product's embedded database, by the title that PostgreSQL gives it. */
export interface DatabaseProcess {
  readonly pid: number
  readonly title: string
}

/** The postmaster first, then its children. */
export function databaseProcesses({ dataFolder }: Product): DatabaseProcess[] {
  const lock = readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8')
  const postmaster = Number(lock.split('\n')[0])
  const { stdout } = spawnSync('ps', ['-axo', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const children = stdout.split('\n').flatMap((line) => {
    const [, pid, parent, title = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return Number(parent) === postmaster ? [{ pid: Number(pid), title }] : []
  })
  return [{ pid: postmaster, title: 'postmaster' }, ...children]
}

/** The first whose title contains this text. */
export function databaseProcess(product: Product, words: string): DatabaseProcess {
  const found = databaseProcesses(product).find(({ title }) => title.includes(words))
  if (found === undefined) throw new Error(`the database has no process "${words}"`)
  return found
}

export function signalDatabase(product: Product, signal: NodeJS.Signals): void {
  for (const { pid } of databaseProcesses(product)) {
    try {
      process.kill(pid, signal)
    } catch {
      // its postmaster has just died, and it with it
    }
  }
}
