import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Answer, PhonesSettings, Verbs } from './phones-process'
import { phonesProgram } from './phones-program'

type Asked<V extends keyof Verbs> = Awaited<ReturnType<Verbs[V]>>

/** The simulated WhatsApp and all phones, in a process of their own. */
export interface Phones {
  /** The socket that the product connects to; the same after restarts. */
  readonly url: string
  readonly pid: number
  /** Calls a verb; after a kill it is repeated in the next life. */
  ask<V extends keyof Verbs>(verb: V, ...args: Parameters<Verbs[V]>): Promise<Asked<V>>
  /** Calls the present life only; rejects when it ends before it answers. */
  askThisLife<V extends keyof Verbs>(verb: V, ...args: Parameters<Verbs[V]>): Promise<Asked<V>>
  /** `kill -9`. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Stops the process, like a hanging server: the kernel holds its sockets open. */
  freeze(): void
  thaw(): void
  /** Resolves when the present life has ended. */
  readonly ended: Promise<void>
}

export class PhonesGone extends Error {
  override readonly name = 'PhonesGone'
}

interface Life {
  readonly child: ChildProcess
  readonly url: string
  readonly port: number
  readonly ended: Promise<void>
}

export async function startPhones(settings: Omit<PhonesSettings, 'port'>): Promise<Phones> {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (cause: Error) => void }>()
  let asked = 0
  let life = await begin({ ...settings, port: 0 }, received)
  /** Pending while there is no life. */
  let living = Promise.resolve()
  let begun = () => {}
  mournAtEnd(life)

  function received(answer: Answer): void {
    if ('ready' in answer) return
    const waiter = waiting.get(answer.number)
    waiting.delete(answer.number)
    if ('error' in answer) waiter?.reject(new Error(`the phones refused: ${answer.error}`))
    else waiter?.resolve(answer.value)
  }
  function mournAtEnd({ ended }: Life): void {
    void ended.then(() => {
      living = new Promise((resolve) => {
        begun = resolve
      })
      for (const { reject } of waiting.values()) reject(new PhonesGone('killed before the answer'))
      waiting.clear()
    })
  }
  function askThisLife<V extends keyof Verbs>(verb: V, ...args: Parameters<Verbs[V]>): Promise<Asked<V>> {
    return new Promise((resolve, reject) => {
      const { child } = life
      if (!child.connected) return reject(new PhonesGone('not there'))
      const number = ++asked
      waiting.set(number, { resolve: (value) => resolve(value as Asked<V>), reject }) // the verb's own answer
      child.send({ number, verb, args }, (failure) => {
        if (failure !== null) waiting.get(number)?.reject(new PhonesGone(failure.message))
      })
    })
  }

  return {
    get url() {
      return life.url
    },
    get pid() {
      return life.child.pid ?? 0
    },
    get ended() {
      return life.ended
    },
    askThisLife,
    async ask<V extends keyof Verbs>(verb: V, ...args: Parameters<Verbs[V]>): Promise<Asked<V>> {
      for (;;) {
        await living
        try {
          return await askThisLife(verb, ...args)
        } catch (error) {
          if (!(error instanceof PhonesGone)) throw error
          await life.ended
        }
      }
    },
    async kill() {
      life.child.kill('SIGKILL')
      await life.ended
    },
    async start() {
      life = await begin({ ...settings, port: life.port }, received)
      mournAtEnd(life)
      begun()
    },
    freeze: () => void life.child.kill('SIGSTOP'),
    thaw: () => void life.child.kill('SIGCONT'),
  }
}

async function begin(settings: PhonesSettings, received: (answer: Answer) => void): Promise<Life> {
  const child = fork(await phonesProgram(), [JSON.stringify(settings)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(() => undefined)
  child.on('message', received)
  const ready = new Promise<{ url: string; port: number }>((resolve, reject) => {
    child.on('message', (answer: Answer) => 'ready' in answer && resolve(answer.ready))
    void ended.then(() => reject(new Error('the phones ended before they were ready')))
  })
  return { child, ended, ...(await ready) }
}
