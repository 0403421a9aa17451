import { setTimeout as pause } from 'node:timers/promises'
import { databaseProcess, signalDatabase } from './database-processes'
import { type Conversation, type Fixture, firstCustomer, openFixture } from './fixture'
import { concluded, type Proof } from './proof'
import { mountSmallDisk, type SmallDisk } from './small-disk'
import { until, within } from './waiting'

export interface DatabaseKills {
  readonly seed: number
  /** Only faults whose name contains this. */
  readonly only?: string
  readonly tell?: (line: string) => void
}

interface Trouble {
  readonly name: string
  /** The harness restarts the product, as a service manager does; for other faults its process must survive. */
  readonly endsProduct?: true
  /** Resolves when the fault is over, as far as a person would have to act; the measured time begins then. */
  cause(fixture: Fixture, disk: SmallDisk | null): Promise<void>
}

const frozenMs = 15_000
const fullMs = 15_000
/** Time with traffic before a fault, and after its end. */
const quietMs = 1_500

const killed = (name: string, words: string): Trouble => ({
  name,
  cause: async ({ product }) => void process.kill(databaseProcess(product, words).pid, 'SIGKILL'),
})

const troubles: readonly Trouble[] = [
  killed('backend', 'balcao_app'),
  killed('checkpointer', 'checkpointer'),
  killed('background-writer', 'background writer'),
  killed('walwriter', 'walwriter'),
  killed('autovacuum-launcher', 'autovacuum launcher'),
  killed('io-worker', 'io worker'),
  killed('postmaster', 'postmaster'),
  {
    name: 'whole-database',
    cause: async ({ product }) => signalDatabase(product, 'SIGKILL'),
  },
  {
    name: 'stopped-in-recovery',
    async cause({ product }) {
      const { pid } = databaseProcess(product, 'postmaster')
      process.kill(databaseProcess(product, 'balcao_app').pid, 'SIGKILL')
      await pause(30) // the recovery has begun, and takes a moment
      process.kill(pid, 'SIGINT')
    },
  },
  { name: 'product', endsProduct: true, cause: (fixture) => fixture.startProduct() },
  {
    name: 'both',
    endsProduct: true,
    async cause(fixture) {
      signalDatabase(fixture.product, 'SIGKILL')
      await fixture.startProduct()
    },
  },
  {
    name: 'frozen',
    async cause({ product }) {
      signalDatabase(product, 'SIGSTOP')
      try {
        const stillOk = await pause(frozenMs).then(() => isHealthy(product.url))
        if (stillOk) throw new Error('GET /health answers ok while the database is stopped')
      } finally {
        signalDatabase(product, 'SIGCONT')
      }
    },
  },
  {
    name: 'disk-full',
    async cause(_, disk) {
      await disk?.fill()
      await pause(fullMs)
      await disk?.empty()
    },
  },
]

/**
 * Kills each process of the embedded database, the product, and both; freezes the database, and fills its disk.
 * Meanwhile customers write and an attendant answers. Measures the time until a later message is stored and an answer
 * is on the customer's phone.
 */
export async function databaseKills({ seed, only = '', tell }: DatabaseKills): Promise<Proof> {
  const disk = await mountSmallDisk()
  if (disk === null) tell?.('disk-full is skipped: only root can mount the small disk that it fills')
  const fixture = await openFixture({ seed, embedded: true, ...(disk !== null && { disk }) })
  const seconds = new Map<string, number>()
  const ended: string[] = []
  try {
    for (const trouble of troubles) {
      if (!trouble.name.includes(only) || (trouble.name === 'disk-full' && disk === null)) continue
      const before = fixture.product.pid
      seconds.set(trouble.name, await measure(fixture, disk, trouble))
      const hasEnded = fixture.product.pid !== before || !isAlive(before)
      if (hasEnded && !trouble.endsProduct) ended.push(`the product ended: ${trouble.name}`)
      tell?.(`${trouble.name}: messages flow again after ${seconds.get(trouble.name)?.toFixed(1)} s`)
    }
    const proof = await concluded(fixture, new Map([...seconds.keys()].map((name) => [name, 1])))
    return { ...proof, troubles: [...ended, ...proof.troubles], seconds }
  } catch (cause) {
    throw new Error(`the product said:\n${fixture.product.lines.slice(-30).join('\n')}`, { cause })
  } finally {
    await fixture.close()
  }
}

/** Seconds from the end of the fault until a message was stored and an answer was sent. */
async function measure(fixture: Fixture, disk: SmallDisk | null, { name, cause }: Trouble): Promise<number> {
  const traffic = beginTraffic(fixture, name)
  try {
    await pause(quietMs)
    await within(`the trouble "${name}" comes about`, cause(fixture, disk))
    const began = performance.now()
    const [conversation] = fixture.conversations
    if (conversation === undefined) throw new Error('this fixture has no conversation')
    await Promise.all([comesIn(fixture, conversation, name), goesOut(fixture, conversation, name)])
    const took = performance.now() - began
    await pause(quietMs)
    return took / 1000
  } finally {
    await traffic.stop()
  }
}

/**
 * In every conversation at once a customer writes and the attendant answers, and the next round begins when the
 * customer has read the answer. So the backlog stays small, and the measured time is that of the recovery. Interrupted
 * calls are repeated until they are answered.
 */
function beginTraffic(fixture: Fixture, name: string): { stop(): Promise<void> } {
  let isStopping = false
  const write = async (conversation: Conversation) => {
    while (!isStopping) {
      fixture.besides(fixture.say(conversation, name))
      await goesOut(fixture, conversation, name)
    }
  }
  const writing = Promise.all(fixture.conversations.map(write))
  fixture.besides(writing)
  return {
    async stop() {
      isStopping = true
      await writing.catch(() => undefined) // it is among the fixture's failures
    },
  }
}

async function comesIn({ say, records }: Fixture, conversation: Conversation, name: string): Promise<void> {
  const id = await say(conversation, name)
  const text = conversation.said.find((said) => said.id === id)?.text
  await until('a message has come in', async () => {
    // The query fails while the database is down.
    const rows = await records.rows('select id from messages where body = $1', [text]).catch(() => [])
    return rows.length > 0
  })
}

async function goesOut({ answer, phones }: Fixture, conversation: Conversation, name: string): Promise<void> {
  const answered = answer(conversation, name)
  const text = conversation.answered.at(-1) // answer has recorded it, and waits
  await answered
  const { shop, group } = conversation
  await until('an answer has gone out', async () => {
    const shown = await phones.ask('shown', firstCustomer(conversation), group ?? shop, shop)
    return shown.some((message) => message.text === text)
  })
}

async function isHealthy(url: string): Promise<boolean> {
  return (await fetch(`${url}/health`)).ok
}

function isAlive(pid: number | undefined): boolean {
  if (pid === undefined) return false
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
