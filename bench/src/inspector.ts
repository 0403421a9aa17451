import { once } from 'node:events'
import { WebSocket } from 'ws'

/** Inspects the memory of a running Node process, through the debugger's port on loopback. */
export interface Inspector {
  /** MB after a garbage collection. */
  memory(): Promise<{ residentMb: number; heapMb: number; outsideHeapMb: number }>
  /** The number of live objects of each class and their own bytes, after a collection. */
  classes(): Promise<Map<string, { count: number; bytes: number }>>
  close(): void
}

/** Makes a process inspectable; any free port. */
export const inspectable = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

const announced = /^Debugger listening on (ws:\/\/127\.0\.0\.1:\S+)/
const mb = 1024 * 1024

/** `lines`: the log of the process, which contains the debugger's address. */
export async function openInspector(lines: readonly string[]): Promise<Inspector> {
  const address = lines.map((line) => announced.exec(line)?.[1]).find((one) => one !== undefined)
  if (address === undefined) throw new Error('The process does not say where its debugger listens')
  const socket = new WebSocket(address, { perMessageDeflate: false, maxPayload: 2 ** 30 })
  await once(socket, 'open')
  const waiting = new Map<number, (answer: unknown) => void>()
  let chunks: string[] = []
  let asked = 0
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) // the protocol's own shapes, read below where they are used
    if (message.method === 'HeapProfiler.addHeapSnapshotChunk') chunks.push(message.params.chunk)
    waiting.get(message.id)?.(message.result)
    waiting.delete(message.id)
  })
  const ask = (method: string, params: object = {}) =>
    new Promise<unknown>((resolve) => {
      const id = ++asked
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params }))
    })
  const collect = () => ask('HeapProfiler.collectGarbage')

  return {
    async memory() {
      // Twice: the second collection frees objects that finalizers of the first released.
      await collect()
      await collect()
      const answer = await ask('Runtime.evaluate', {
        expression: 'process.memoryUsage()',
        returnByValue: true,
      })
      const { rss, heapUsed, external } = memoryUsageIn(answer)
      return { residentMb: rss / mb, heapMb: heapUsed / mb, outsideHeapMb: external / mb }
    },
    async classes() {
      chunks = []
      await collect()
      await ask('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
      const text = chunks.join('')
      chunks = []
      return classesIn(JSON.parse(text)) // V8's own format
    },
    close: () => socket.close(),
  }
}

function memoryUsageIn(answer: unknown): NodeJS.MemoryUsage {
  const { result } = answer as { result: { value: NodeJS.MemoryUsage } } // the shape of Runtime.evaluate
  return result.value
}

/** The parts of a V8 heap snapshot that this file reads. */
interface Snapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: string[]; readonly node_types: [string[], ...unknown[]] }
  }
  readonly nodes: readonly number[]
  readonly strings: readonly string[]
}

function classesIn({ snapshot: { meta }, nodes, strings }: Snapshot) {
  const width = meta.node_fields.length
  const [type, name, size] = ['type', 'name', 'self_size'].map((field) => meta.node_fields.indexOf(field))
  const found = new Map<string, { count: number; bytes: number }>()
  for (let at = 0; at < nodes.length; at += width) {
    const kind = meta.node_types[0][nodes[at + (type ?? 0)] ?? 0] ?? ''
    // Strings and code have their own text as their name: they are counted by kind alone.
    const named = kind === 'object' || kind === 'native'
    const key = named ? `${kind} ${strings[nodes[at + (name ?? 0)] ?? 0]}` : `(${kind})`
    const one = found.get(key) ?? { count: 0, bytes: 0 }
    one.count += 1
    one.bytes += nodes[at + (size ?? 0)] ?? 0
    found.set(key, one)
  }
  return found
}
