import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { folderToBeginWith } from './migrated-folder'

/** The real product, started as `npm start` does: one process of its own with a database of its own. */
export interface Product {
  /** `http://127.0.0.1:PORT`, the same after restarts. */
  readonly url: string
  readonly dataFolder: string
  /** Its process id, while it runs. */
  readonly pid: number | undefined
  /** Its log, oldest line first. */
  readonly lines: readonly string[]
  /** Starts it again after `stop` or `kill`. */
  start(): Promise<void>
  /** Its next starts are those of this tree, where it was a release. */
  update(): void
  /** Stops it gracefully, as Ctrl-C does. */
  stop(): Promise<void>
  /** `kill -9`: no cleanup runs; its database keeps running. */
  kill(): Promise<void>
  /** Stops it and deletes its folder. */
  remove(): Promise<void>
}

export interface ProductSettings {
  /** The simulator's socket; without it the product would connect to the real WhatsApp. */
  readonly whatsapp: string
  readonly demo?: boolean
  /** The folder of an earlier run; by default a new, empty one. `remove` deletes either. */
  readonly dataFolder?: string
  /** The folder of a built release (tools/last-release.mjs); by default this tree. */
  readonly release?: string
  /** Options of the command, such as `--processes`. */
  readonly options?: readonly string[]
  /** Additional settings of its process, such as `NODE_OPTIONS`. A `PUBLIC_URL` needs its `PORT`. */
  readonly environment?: Readonly<Record<string, string>>
}

export const admin = { email: 'admin@example.com', password: 'uma senha longa' }

const thisTree = fileURLToPath(new URL('../..', import.meta.url))
const ready = /^Balcão is ready at http:\/\/[^:]+:(\d+)/
/**
 * Imported by the product, which then stops when its input closes: when the tests end, however they end. Its threads
 * import it too, without an input.
 */
const endsWithTests = `data:text/javascript,${encodeURIComponent(`
  import { isMainThread } from 'node:worker_threads'
  if (isMainThread) process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume()
`)}`
/** A busy machine may be slow. */
const patienceMs = 120_000

/** Starts the product. An empty database gets the first admin `admin`, or the demo's users. */
export async function startProduct(settings: ProductSettings): Promise<Product> {
  let folder = settings.release ?? thisTree
  if (![folder, thisTree].every((each) => existsSync(join(each, 'server/dist/main.cjs'))))
    throw new Error('The product is not built: run "npm run build" first.')
  const dataFolder = settings.dataFolder ?? (await folderToBeginWith())
  await chmod(dataFolder, 0o711) // for root: the database runs as another user
  const lines: string[] = []
  let port = settings.environment?.PORT ?? '0'
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const env = {
      ...ownEnvironment(),
      ...environmentOf(settings),
      ...settings.environment,
      DATA_DIR: dataFolder,
      PORT: port,
    }
    const program = join(folder, 'tools/run-product.mjs')
    child = spawn(process.execPath, ['--import', endsWithTests, program, ...(settings.options ?? [])], {
      env,
      stdio: 'pipe',
    })
    const begun = child
    port = await portOnceReady(begun, lines).catch((error: unknown) => {
      begun.kill('SIGKILL') // the caller has no handle to stop it
      throw error
    })
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  await start()
  return {
    get url() {
      return `http://127.0.0.1:${port}`
    },
    dataFolder,
    get pid() {
      return child?.pid
    },
    lines,
    start,
    update() {
      folder = thisTree
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    async remove() {
      await end('SIGTERM')
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

/** Whether this line of its log says that it is ready. */
export function isReady(line: string): boolean {
  return ready.test(line)
}

/** Without the settings of the person who runs the tests. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, HOST: __, PUBLIC_URL: ___, NODE_ENV: ____, VITEST: _____, ...rest } = process.env
  return rest
}

function environmentOf({ whatsapp, demo = false }: ProductSettings): Record<string, string> {
  return {
    WHATSAPP_SIMULATOR_URL: whatsapp,
    LOG_LEVEL: 'warn',
    ...(demo ? { BALCAO_DEMO: '1' } : { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }),
  }
}

async function portOnceReady(child: ChildProcess, lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const giveUp = (why: string) => reject(new Error(`${why}:\n${lines.slice(-20).join('\n')}`))
    const timer = setTimeout(giveUp, patienceMs, 'The product did not get ready')
    const listen = (line: string) => {
      lines.push(line)
      const port = ready.exec(line)?.[1]
      if (port === undefined) return
      clearTimeout(timer)
      resolve(port)
    }
    for (const stream of [child.stdout, child.stderr]) {
      if (stream !== null) createInterface({ input: stream }).on('line', listen)
    }
    child.once('exit', () => {
      clearTimeout(timer)
      giveUp('The product ended before it was ready')
    })
  })
}
