import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { accountOf, databaseAccount } from './accounts'
import type { Answered, Ask } from './driven-app'
import { type Accounts, ownerUrl } from './environment'
import type { PlayedText } from './played-driver'

/** The server with a simulated driver, in a process of its own. */
export interface DrivenEnvironment {
  readonly url: string
  readonly dataFolder: string
  readonly owner: pg.Pool
  accounts(): Accounts
  /** The number of connections of its driver. */
  numbers(): Promise<number>
  /** Resolves with the milliseconds until all of it is stored in the inbound queue. */
  hear(texts: readonly PlayedText[]): Promise<number>
  /**
   * One at a time: milliseconds from the driver's event until the message was committed and published within the
   * process.
   */
  hearAlone(texts: readonly PlayedText[], token: string): Promise<number[]>
}

const program = fileURLToPath(new URL('driven-app.ts', import.meta.url))
const patienceMs = 180_000

/** Runs with it, and always ends and removes all of it, including the data folder. */
export async function inDrivenEnvironment<T>(
  dataFolder: string,
  run: (environment: DrivenEnvironment) => Promise<T>,
): Promise<T> {
  const env = { ...process.env, DATA_DIR: dataFolder }
  const execArgv = ['--import', 'tsx', ...(process.env.BENCH_NODE_OPTIONS ?? '').split(' ').filter(Boolean)]
  const child = fork(program, { env, execArgv })
  try {
    const { port } = (await answerOf(child)) as { port: number } // the first message of driven-app.ts
    return await withEnvironment(child, `http://127.0.0.1:${port}`, dataFolder, run)
  } finally {
    if (child.exitCode === null) {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    }
    await rm(dataFolder, { recursive: true, force: true })
  }
}

async function withEnvironment<T>(
  child: ChildProcess,
  url: string,
  dataFolder: string,
  run: (environment: DrivenEnvironment) => Promise<T>,
): Promise<T> {
  const { pid } = child
  if (pid === undefined) throw new Error('The server runs without a process')
  const owner = new pg.Pool({ connectionString: ownerUrl(dataFolder), max: 2 })
  const ask = async (question: Ask): Promise<Answered> => {
    const answered = answerOf(child)
    child.send(question)
    return answered
  }
  const msOf = (answered: Answered) => ('ms' in answered ? answered.ms : [])
  try {
    return await run({
      url,
      dataFolder,
      owner,
      accounts: () => ({
        product: accountOf(pid),
        database: databaseAccount(dataFolder),
        bench: accountOf(process.pid),
      }),
      async numbers() {
        const answered = await ask({ what: 'numbers' })
        return 'numbers' in answered ? answered.numbers : 0
      },
      hear: async (texts) => msOf(await ask({ what: 'hear', texts }))[0] ?? Number.NaN,
      hearAlone: async (texts, token) => msOf(await ask({ what: 'hear alone', texts, token })),
    })
  } finally {
    await owner.end()
  }
}

/** Its next message; rejects when it ends instead. */
async function answerOf(child: ChildProcess): Promise<Answered> {
  const over = new AbortController()
  const { signal } = over
  try {
    const word = once(child, 'message', {
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    })
    const end = once(child, 'exit', { signal }).then(() => {
      throw new Error('The server ended before it answered')
    })
    const [answered] = await Promise.race([word, end])
    return answered
  } finally {
    over.abort()
  }
}
