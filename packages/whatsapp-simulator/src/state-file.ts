import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { BufferJSON } from 'baileys'
import { emptyGraph } from './graph/world'
import type { World } from './world'

const SAVE_AFTER_MS = 200
const FORMAT = 1

/** The stored world, or undefined without a file. An unreadable file is an error. */
export function loadWorld(path: string): World | undefined {
  const text = readIfThere(path)
  if (text === undefined) return undefined
  const kept = JSON.parse(text, BufferJSON.reviver)
  if (kept?.format !== FORMAT) throw new Error(`${path} is not a simulator state of format ${FORMAT}`)
  // Files written before groups or the Graph API existed have none.
  return { groups: {}, ...kept.world, graph: { ...emptyGraph(), ...JSON.parse(kept.graph ?? '{}') } }
}

interface WorldKeeper {
  /** Writes soon; many changes cause one write. */
  changed(): void
  /** Writes now. */
  write(): void
  /** Writes a last time and ignores later changes. */
  close(): void
}

/** Stores the world in a file that is replaced atomically, so that a crash leaves the old or the new one. */
export function keepWorld(path: string, world: World): WorldKeeper {
  let timer: NodeJS.Timeout | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    mkdirSync(dirname(path), { recursive: true })
    const { graph, ...rest } = world
    // A text of its own: the reviver takes every record of times by numeric ids for a buffer.
    const kept = { format: FORMAT, world: rest, graph: JSON.stringify(graph) }
    writeFileSync(`${path}.new`, JSON.stringify(kept, BufferJSON.replacer), { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }
  let closed = false
  const changed = () => {
    if (!closed) timer ??= setTimeout(write, SAVE_AFTER_MS)
  }
  const close = () => {
    write()
    closed = true
  }
  return { changed, write, close }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    throw cause
  }
}
